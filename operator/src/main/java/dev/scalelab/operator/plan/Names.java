package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.FactorValue;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names of all objects that an experiment creates, by which each stage finds what another created.
 */
public final class Names {
  /** The system as given, before any change. */
  public static final String BASE_VARIANT = "base";

  /** The same system, measured a second time in each round: sweep.aa. */
  public static final String BASE_AGAIN = "base-again";

  /** A configuration with more of the resource that a diagnosis names: diagnosis.verify. */
  public static final String VERIFY = "verify";

  private static final Pattern DECIMAL_POINT = Pattern.compile("(?<=[0-9])\\.(?=[0-9])");
  private static final Pattern NOT_IN_A_NAME = Pattern.compile("[^-a-z0-9]|^-+|-+$");

  private Names() {}

  /** Whether a variant is a question of its own, rather than a check of the others. */
  public static boolean isStudied(String variant) {
    return !BASE_AGAIN.equals(variant) && !VERIFY.equals(variant);
  }

  /** Name of a system: its variant, and for each factor the last part of its path and the value. */
  public static String system(String variant, List<FactorValue> factors) {
    StringBuilder name = new StringBuilder(variant);
    for (FactorValue factor : factors) {
      String setting = factor.setting().substring(factor.setting().lastIndexOf('.') + 1);
      name.append('-').append(plain(setting)).append(plain(factor.value().asText()));
    }
    return name.toString();
  }

  /** A system as text, for example base with application.heap=256Mi. */
  public static String systemText(String variant, List<FactorValue> factors) {
    return factors.isEmpty() ? variant : variant + " with " + FactorValue.text(factors);
  }

  /** Lower-case letters and digits, as allowed in names of objects; 1.5 becomes 1-5. */
  private static String plain(String text) {
    String hyphens = DECIMAL_POINT.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("-");
    return NOT_IN_A_NAME.matcher(hyphens).replaceAll("");
  }

  /** Name of one configuration within its experiment, such as base-2 or base-heap256mi-2. */
  public static String configuration(String system, int replicas) {
    return system + "-" + replicas;
  }

  /** Name of the trial of one configuration, as small-base-2. */
  public static String trial(String experiment, String configuration) {
    return experiment + "-" + configuration;
  }

  /** Name of the CloudNativePG Cluster of all trials of a layout that has one database. */
  public static String database(String experiment, String layout) {
    return experiment + "-" + layout + "-db";
  }

  /** Name of the Cluster of one of several databases of a layout. */
  public static String database(String experiment, String layout, String name) {
    return database(experiment, layout) + "-" + name;
  }

  /** Name of the Cluster of a server's private database, from that of any other server's. */
  static String privateDatabase(String cluster, String server) {
    return cluster.substring(0, cluster.lastIndexOf('-') + 1) + server;
  }

  /** Name of the Job that creates the dataset of a layout's databases. */
  public static String prepareJob(String experiment, String layout) {
    return experiment + "-" + layout + "-prepare";
  }

  /** The same where each server has its own: a trial with more servers has further ones. */
  public static String prepareJob(String experiment, String layout, int databases) {
    return prepareJob(experiment, layout) + "-" + databases;
  }

  /** Name of a trial's application StatefulSet and its headless service. */
  public static String application(String trial) {
    return trial + "-app";
  }

  /** The same for one of several partitions of a trial's servers. */
  public static String application(String trial, String partition) {
    return application(trial) + "-" + partition;
  }

  /** Name of a trial's balancer, its service and its configuration. */
  public static String balancer(String trial) {
    return trial + "-lb";
  }

  /** Name of the emulator of a trial's suppliers, and of its service. */
  public static String supplier(String trial) {
    return trial + "-supplier";
  }

  /** Name of a trial's Infinispan servers, and of the service by which they are found. */
  public static String cache(String trial) {
    return trial + "-cache";
  }

  /** Name of the Job that warms up the trial's servers. */
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

  /** Name of the service by which a trial's load generators find the first one. */
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

  /** Name of the Job that counts the rows that a run left in the database. */
  public static String auditJob(String trial, int run) {
    return run(trial, run) + "-audit";
  }

  /** Name of the ConfigMap with a run's histograms. */
  public static String histograms(String trial, int run) {
    return run(trial, run) + "-histograms";
  }
}
