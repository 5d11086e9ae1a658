package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
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
  private final List<Database> databases;
  private final ClusterFacts facts;
  private final List<Violation> found = new ArrayList<>();

  private Prerequisites(Plan plan, ClusterFacts facts) {
    this.spec = plan.spec();
    this.databases = plan.configurations().get(0).databases();
    this.facts = facts;
  }

  /** Everything that is lacking. */
  static List<Violation> violations(Plan plan, ClusterFacts facts) {
    return new Prerequisites(plan, facts).check();
  }

  private List<Violation> check() {
    if (!databases.isEmpty()) {
      checkCloudNativePg();
    }
    if (spec.workload().cells() != null) {
      found.addAll(CellsTable.violations(spec.workload().cells(), facts.configMap()));
    }
    checkNodes();
    found.addAll(new DatabaseRoom(databases, facts).violations());
    return List.copyOf(found);
  }

  private void checkCloudNativePg() {
    if (!facts.cloudNativePg()) {
      found.add(
          new Violation(
              "spec.system.databases",
              Reason.CLOUDNATIVEPG_MISSING,
              "this cluster does not serve %s %s; install CloudNativePG: kubectl apply --server-side -f %s"
                  .formatted(
                      DatabaseManifest.API_VERSION, DatabaseManifest.KIND, CLOUD_NATIVE_PG)));
    }
  }

  private void checkNodes() {
    SystemSpec system = spec.system();
    Map<String, PodSettings> pods = new LinkedHashMap<>();
    pods.put("spec.system.application.pod", system.application().pod());
    databases.forEach(database -> pods.put(database.field() + ".pod", database.spec().pod()));
    pods.put("spec.system.balancer.pod", system.balancer().pod());
    pods.put("spec.load.generators.pod", spec.load().generators().pod());
    pods.forEach(this::checkNode);
  }

  private void checkNode(String field, PodSettings pod) {
    Map<String, String> selector = pod.nodeSelector();
    List<ClusterFacts.Node> matching =
        facts.nodes().stream()
            .filter(node -> node.labels().entrySet().containsAll(selector.entrySet()))
            .toList();
    if (matching.stream().anyMatch(node -> node.usable(pod.tolerations()))) {
      return;
    }
    String message =
        matching.isEmpty()
            ? "no node has the labels %s; %s".formatted(text(selector), existing(selector))
            : "every node with the labels %s is not Ready, cordoned or has a taint that is not tolerated: %s"
                .formatted(
                    text(selector),
                    matching.stream()
                        .map(ClusterFacts.Node::name)
                        .collect(Collectors.joining(", ")));
    found.add(new Violation(field + ".nodeSelector", Reason.NO_MATCHING_NODE, message));
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

  private static String text(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
