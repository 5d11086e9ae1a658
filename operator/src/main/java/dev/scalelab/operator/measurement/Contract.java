package dev.scalelab.operator.measurement;

import dev.scalelab.operator.workload.Workload;

/**
 * What a workload's testbed promises to tell beside what kubelets, balancer and load generator tell
 * of every one. What is not promised is taken where it is told; it is never waited for, nor missed.
 *
 * @param database whether there is a database, whose rows are counted after each run
 * @param members whether each server tells how many of them it sees
 * @param figures whether each server tells of its garbage collection, heap and web threads, and
 *     where there is a database of its connections and of how long that has not answered
 * @param queues whether transactions wait in queues, and each server tells of its own
 * @param suppliers whether there is an emulator of outside suppliers, which could be the limit
 */
public record Contract(
    boolean database, boolean members, boolean figures, boolean queues, boolean suppliers) {

  /** The contract of a workload. */
  public static Contract of(Workload workload) {
    return new Contract(
        workload.usesDatabase(),
        workload.reportsMembers(),
        workload.reportsFigures(),
        workload.usesQueues(),
        workload.usesSuppliers());
  }
}
