package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Violation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks whether a user's own table of the workload cells exists and has the configurations that
 * are called. The servers validate its rows: they do not start with an invalid one.
 *
 * <p>A ConfigMap may contain anything, and users who may read a status may not be allowed to read
 * it: only one with the label is used, and no message contains any of its data.
 */
final class CellsTable {
  /** The label that makes a ConfigMap a table for ScaleLab. */
  static final String LABEL = "scalelab.dev/cells-table";

  private static final int MAX_CHARACTERS = 256 * 1024;

  private CellsTable() {}

  /**
   * What is missing.
   *
   * @param configMap the ConfigMap named in the settings; null if it does not exist
   */
  static List<Violation> violations(CellsSpec cells, ClusterFacts.UserConfigMap configMap) {
    ConfigMapKey table = cells.table();
    if (table == null) {
      return List.of();
    }
    if (configMap == null) {
      return missing(
          "name",
          "the experiment's namespace has no ConfigMap %s: kubectl create configmap %s --from-file=%s, then %s"
              .formatted(table.name(), table.name(), table.key(), labelCommand(table)));
    }
    if (!"true".equals(configMap.labels().get(LABEL))) {
      return missing(
          "name",
          "ConfigMap %s must have the label %s=true: %s"
              .formatted(table.name(), LABEL, labelCommand(table)));
    }
    String text = configMap.data().get(table.key());
    if (text == null) {
      return missing(
          "key", "the data of ConfigMap %s has no key %s".formatted(table.name(), table.key()));
    }
    if (text.length() > MAX_CHARACTERS) {
      return missing(
          "key",
          "key %s of ConfigMap %s must have %d characters at most"
              .formatted(table.key(), table.name(), MAX_CHARACTERS));
    }
    Set<String> unknown = new TreeSet<>(cells.weights().keySet());
    unknown.removeAll(configurations(text));
    return unknown.isEmpty()
        ? List.of()
        : List.of(
            new Violation(
                "spec.workload.cells.weights",
                Reason.CONFIGURATION_UNKNOWN,
                "key %s of ConfigMap %s has no configuration %s"
                    .formatted(table.key(), table.name(), String.join(", ", unknown))));
  }

  private static List<Violation> missing(String field, String message) {
    return List.of(
        new Violation("spec.workload.cells.table." + field, Reason.CONFIG_MAP_MISSING, message));
  }

  private static String labelCommand(ConfigMapKey table) {
    return "kubectl label configmap %s %s=true".formatted(table.name(), LABEL);
  }

  /** The first column, without the header. */
  private static Set<String> configurations(String table) {
    return table
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .skip(1)
        .map(line -> line.split(",", 2)[0].strip())
        .collect(Collectors.toSet());
  }
}
