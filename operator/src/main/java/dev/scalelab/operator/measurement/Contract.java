package dev.scalelab.operator.measurement;

import dev.scalelab.operator.workload.Workload;

/**
 * What a workload's testbed promises to report, in addition to what kubelets, balancer and load
 * generator report of every testbed. Other figures are used if they are reported, but never waited
 * for or required.
 *
 * @param database whether it has a database, whose rows are counted after each run
 * @param members whether each server reports how many servers it sees
 * @param figures whether each server reports its garbage collection, heap and web threads and, with
 *     a database, its connections and how long the database has not answered
 * @param queues whether transactions wait in queues, which each server reports
 */
public record Contract(boolean database, boolean members, boolean figures, boolean queues) {

  /** The contract of a workload. */
  public static Contract of(Workload workload) {
    return new Contract(
        workload.usesDatabase(),
        workload.reportsMembers(),
        workload.reportsFigures(),
        workload.usesQueues());
  }
}
