package dev.scalelab.operator.plan;

/** Names of everything that an experiment makes, so that each stage finds what another made. */
public final class Names {
  /** The system as given, before any change. */
  public static final String BASE_VARIANT = "base";

  private Names() {}

  /** Name of the trial of one configuration, as small-base-2. */
  public static String trial(String experiment, String variant, int replicas) {
    return experiment + "-" + variant + "-" + replicas;
  }

  /** Name of the CloudNativePG Cluster of all trials of a variant that has one database. */
  public static String database(String experiment, String variant) {
    return experiment + "-" + variant + "-db";
  }

  /** Name of the Cluster of one of several databases of a variant. */
  public static String database(String experiment, String variant, String name) {
    return database(experiment, variant) + "-" + name;
  }

  /** Name of the Job that makes the dataset of a variant's database. */
  public static String prepareJob(String experiment, String variant) {
    return experiment + "-" + variant + "-prepare";
  }

  /** Name of a trial's application StatefulSet and its headless service. */
  public static String application(String trial) {
    return trial + "-app";
  }

  /** Name of a trial's balancer, its service and its configuration. */
  public static String balancer(String trial) {
    return trial + "-lb";
  }

  /** Name of the emulator of a trial's suppliers, and of its service. */
  public static String supplier(String trial) {
    return trial + "-supplier";
  }

  /** Name of the Job that warms the trial's servers up. */
  public static String warmUpJob(String trial) {
    return trial + "-warmup";
  }

  /** Name of a run, as small-base-2-r1. */
  public static String run(String trial, int number) {
    return trial + "-r" + number;
  }

  /** Name of the Job that resets the dataset before a run. */
  public static String resetJob(String trial, int run) {
    return run(trial, run) + "-reset";
  }

  /** Name of the Job that loads the testbed. */
  public static String loadJob(String trial, int run) {
    return run(trial, run) + "-load";
  }

  /** Name of the service by which a trial's load generators find the first of them. */
  public static String generators(String trial) {
    return trial + "-load";
  }

  /**
   * Name of the pod, as its host and in that service, of one of several generators of a Job;
   * Kubernetes gives it.
   */
  public static String generator(String job, int number) {
    return job + "-" + number;
  }

  /** Name of the Job that counts what a run left in the database. */
  public static String auditJob(String trial, int run) {
    return run(trial, run) + "-audit";
  }

  /** Name of the ConfigMap with a run's histograms. */
  public static String histograms(String trial, int run) {
    return run(trial, run) + "-histograms";
  }
}
