package dev.scalelab.operator.simulation;

import java.util.List;
import java.util.Optional;

/**
 * A kind that the simulated API server serves.
 *
 * @param group its group; empty for that of pods
 * @param plural its name in paths
 * @param statused whether its status is a subresource and its spec has a generation
 */
record ApiKind(String group, String version, String plural, String kind, boolean statused) {
  static final ApiKind EXPERIMENTS =
      new ApiKind(
          "scalelab.dev", "v1alpha1", "scalabilityexperiments", "ScalabilityExperiment", true);
  static final ApiKind TRIALS =
      new ApiKind("scalelab.dev", "v1alpha1", "scalabilitytrials", "ScalabilityTrial", true);
  static final ApiKind DATABASES =
      new ApiKind("postgresql.cnpg.io", "v1", "clusters", "Cluster", true);
  static final ApiKind STATEFUL_SETS =
      new ApiKind("apps", "v1", "statefulsets", "StatefulSet", true);
  static final ApiKind DEPLOYMENTS = new ApiKind("apps", "v1", "deployments", "Deployment", true);
  static final ApiKind JOBS = new ApiKind("batch", "v1", "jobs", "Job", true);
  static final ApiKind PODS = new ApiKind("", "v1", "pods", "Pod", true);
  static final ApiKind NODES = new ApiKind("", "v1", "nodes", "Node", true);
  static final ApiKind SERVICES = new ApiKind("", "v1", "services", "Service", false);
  static final ApiKind CONFIG_MAPS = new ApiKind("", "v1", "configmaps", "ConfigMap", false);
  static final ApiKind EVENTS = new ApiKind("", "v1", "events", "Event", false);

  static final List<ApiKind> ALL =
      List.of(
          EXPERIMENTS,
          TRIALS,
          DATABASES,
          STATEFUL_SETS,
          DEPLOYMENTS,
          JOBS,
          PODS,
          NODES,
          SERVICES,
          CONFIG_MAPS,
          EVENTS);

  /** As in an object's apiVersion. */
  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  static Optional<ApiKind> find(String apiVersion, String plural) {
    return ALL.stream()
        .filter(one -> one.apiVersion().equals(apiVersion) && one.plural().equals(plural))
        .findFirst();
  }
}
