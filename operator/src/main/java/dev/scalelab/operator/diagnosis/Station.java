package dev.scalelab.operator.diagnosis;

import java.util.function.IntToDoubleFunction;

/**
 * A station of a queueing network.
 *
 * @param name its name
 * @param demandSeconds service that a transaction needs of it, in seconds of one server
 * @param servers servers that work at the same time; a CPU limit below 1 is a slow single server
 * @param speed how much of its service it gives per second to that number of jobs
 * @param copies equal stations, each with its own queue, among which transactions are spread
 */
public record Station(
    String name, double demandSeconds, double servers, IntToDoubleFunction speed, int copies) {

  /**
   * A CPU that all jobs share, each with at most one core.
   *
   * @param cores its limit; a fraction of a core is constant, whatever the number of jobs
   */
  public static Station cpu(String name, double demandSeconds, double cores) {
    return cpus(name, demandSeconds, cores, 1);
  }

  /**
   * The CPUs of several pods.
   *
   * @param cores the limit of each
   */
  public static Station cpus(String name, double demandSeconds, double cores, int pods) {
    return new Station(name, demandSeconds, cores, jobs -> Math.min(jobs, cores), pods);
  }

  /**
   * A subsystem that only a limited number of jobs may enter: the others wait before it.
   *
   * @param inside its throughput with each number of jobs from 0 on
   */
  public static Station of(String name, double[] inside) {
    int slots = inside.length - 1;
    return new Station(name, 1, inside[slots], jobs -> inside[Math.min(jobs, slots)], 1);
  }

  /** Throughput that it allows alone. */
  public double bound() {
    return copies * servers / demandSeconds;
  }

  /** Whether its speed does not depend on the number of jobs. */
  boolean constant() {
    return speed.applyAsDouble(1) == servers;
  }
}
