package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.TestbedSettings;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a cluster lacks for an experiment, found before anything is created. */
final class Prerequisites {
  private static final String CLOUD_NATIVE_PG =
      "https://raw.githubusercontent.com/cloudnative-pg/cloudnative-pg/release-1.30/releases/cnpg-1.30.0.yaml";

  private final ScalabilityExperimentSpec spec;
  private final ClusterFacts facts;
  private final Demand demand;
  private final List<Violation> found = new ArrayList<>();

  private Prerequisites(ScalabilityExperimentSpec spec, ClusterFacts facts, Demand demand) {
    this.spec = spec;
    this.facts = facts;
    this.demand = demand;
  }

  /**
   * Everything that is lacking.
   *
   * @param settings resources of what no experiment says
   */
  static List<Violation> violations(
      ScalabilityExperimentSpec spec, Plan plan, TestbedSettings settings, ClusterFacts facts) {
    Demand demand = Demand.of(spec, plan, settings, facts);
    return new Prerequisites(spec, facts, demand).check();
  }

  private List<Violation> check() {
    if (spec.workload().usesDatabase()) {
      checkCloudNativePg();
    }
    if (spec.workload().cells() != null) {
      found.addAll(CellsTable.violations(spec.workload().cells(), facts.configMap()));
    }
    checkNodes();
    facts.quotas().forEach(this::checkQuota);
    found.addAll(LimitRules.violations(spec, demand, facts.limits()));
    return List.copyOf(found);
  }

  private void checkCloudNativePg() {
    if (!facts.cloudNativePg()) {
      found.add(
          new Violation(
              "spec.system.database",
              Reason.CLOUDNATIVEPG_MISSING,
              "this cluster does not serve %s %s; install CloudNativePG: kubectl apply --server-side -f %s"
                  .formatted(
                      DatabaseManifest.API_VERSION, DatabaseManifest.KIND, CLOUD_NATIVE_PG)));
    }
  }

  private void checkNodes() {
    SystemSpec system = spec.system();
    Map<String, Map<String, String>> selectors = new LinkedHashMap<>();
    selectors.put("spec.system.application.nodeSelector", system.application().nodeSelector());
    if (spec.workload().usesDatabase()) {
      selectors.put("spec.system.database.nodeSelector", system.database().nodeSelector());
    }
    selectors.put("spec.system.balancer.nodeSelector", system.balancer().nodeSelector());
    selectors.put("spec.load.nodeSelector", spec.load().nodeSelector());
    selectors.forEach(this::checkNode);
  }

  private void checkNode(String field, Map<String, String> selector) {
    List<ClusterFacts.Node> matching =
        facts.nodes().stream()
            .filter(node -> node.labels().entrySet().containsAll(selector.entrySet()))
            .toList();
    if (matching.stream().anyMatch(ClusterFacts.Node::usable)) {
      return;
    }
    String message =
        matching.isEmpty()
            ? "no node has the labels %s; %s".formatted(text(selector), existing(selector))
            : "every node with the labels %s is not Ready, cordoned or tainted: %s"
                .formatted(
                    text(selector),
                    matching.stream()
                        .map(ClusterFacts.Node::name)
                        .collect(Collectors.joining(", ")));
    found.add(new Violation(field, Reason.NO_MATCHING_NODE, message));
  }

  /** The values that nodes have for the keys asked for: the right one is often among them. */
  private String existing(Map<String, String> selector) {
    return selector.keySet().stream()
        .sorted()
        .map(
            key -> {
              String values =
                  facts.nodes().stream()
                      .map(node -> node.labels().get(key))
                      .filter(value -> value != null)
                      .distinct()
                      .sorted()
                      .collect(Collectors.joining(", "));
              return values.isEmpty()
                  ? "no node has %s: kubectl label node NAME %s=%s"
                      .formatted(key, key, selector.get(key))
                  : "nodes have %s: %s".formatted(key, values);
            })
        .collect(Collectors.joining("; "));
  }

  private void checkQuota(ClusterFacts.Quota quota) {
    String largest = "the largest configuration (%s)".formatted(demand.words());
    checkQuota(quota, "spec.sweep.replicas", largest, demand.total());
    checkQuota(quota, "spec.sweep.replicas", "the experiment", demand.ofTrials());
    checkQuota(quota, "spec.load.repetitions", "the experiment with its runs", demand.ofRuns());
  }

  private void checkQuota(
      ClusterFacts.Quota quota, String field, String subject, Map<String, Quantity> demanded) {
    demanded.forEach(
        (resource, needed) -> {
          Quantity left = quota.available().get(resource);
          if (left != null && needed.compareTo(left) > 0) {
            found.add(
                new Violation(
                    field,
                    Reason.QUOTA_TOO_SMALL,
                    "%s needs %s %s; quota %s has %s left"
                        .formatted(subject, needed, resource, quota.name(), left)));
          }
        });
  }

  private static String text(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
