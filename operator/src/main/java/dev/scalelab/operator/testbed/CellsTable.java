package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Violation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether a person's own table of the workload cells is there and has what is called. The rules of
 * its rows are the servers' to check: they refuse to start with a bad one.
 */
final class CellsTable {
  private CellsTable() {}

  /**
   * What is lacking.
   *
   * @param configMap the data of the ConfigMap that the settings name; null when it is not there
   */
  static List<Violation> violations(CellsSpec cells, Map<String, String> configMap) {
    ConfigMapKey table = cells.table();
    if (table == null) {
      return List.of();
    }
    if (configMap == null) {
      return List.of(
          new Violation(
              "spec.workload.cells.table.name",
              Reason.CONFIG_MAP_MISSING,
              "the experiment's namespace has no ConfigMap %s with data: kubectl create configmap %s --from-file=%s"
                  .formatted(table.name(), table.name(), table.key())));
    }
    if (!configMap.containsKey(table.key())) {
      return List.of(
          new Violation(
              "spec.workload.cells.table.key",
              Reason.CONFIG_MAP_MISSING,
              "ConfigMap %s has no key %s; it has %s"
                  .formatted(table.name(), table.key(), list(new TreeSet<>(configMap.keySet())))));
    }
    Set<String> known = configurations(configMap.get(table.key()));
    Set<String> unknown = new TreeSet<>(cells.weights().keySet());
    unknown.removeAll(known);
    return unknown.isEmpty()
        ? List.of()
        : List.of(
            new Violation(
                "spec.workload.cells.weights",
                Reason.CONFIGURATION_UNKNOWN,
                "key %s of ConfigMap %s has no configuration %s; it has %s"
                    .formatted(table.key(), table.name(), list(unknown), list(known))));
  }

  /** The first column, without the header's. */
  private static Set<String> configurations(String table) {
    return table
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .skip(1)
        .map(line -> line.split(",", 2)[0].strip())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String list(Set<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
