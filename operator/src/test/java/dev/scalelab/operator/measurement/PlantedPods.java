package dev.scalelab.operator.measurement;

/**
 * Names and labels of the pods of a planted testbed.
 *
 * @param configuration experiment and variant, as small-base
 * @param replicas number of application servers
 */
record PlantedPods(String configuration, int replicas) {
  String trial() {
    return configuration + "-" + replicas;
  }

  /** An application server, from 0. */
  String server(int pod) {
    return trial() + "-app-" + pod;
  }

  boolean isLastServer(int pod) {
    return pod == replicas - 1;
  }

  String balancer() {
    return trial() + "-lb-6d4b-x7k2p";
  }

  /** An instance of the database, from 1. */
  String database(int instance) {
    return configuration + "-db-" + instance;
  }

  String load() {
    return trial() + "-r1-load-abcde";
  }

  String supplier() {
    return trial() + "-supplier-6d4b-x7k2p";
  }

  /** An Infinispan server, from 0. */
  String cache(int pod) {
    return trial() + "-cache-" + pod;
  }

  String node(String tier) {
    return trial() + "-node-" + tier;
  }

  /** Labels of the figures that a pod itself reports. */
  String labels(String tier, String pod) {
    String experiment = configuration.substring(0, configuration.indexOf('-'));
    String labels =
        "namespace=\"default\",experiment=\"%s\",tier=\"%s\",pod=\"%s\""
            .formatted(experiment, tier, pod);
    return tier.equals("database") ? labels : labels + ",trial=\"" + trial() + "\"";
  }
}
