package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.EffectiveDatabase;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names the database layouts of an experiment. Configurations with the same settings of databases
 * share them, with their dataset; others have their own. The recorded settings of a layout stay the
 * same after the experiment has started, even if the sweep is extended.
 */
final class Layouts {
  private final Map<List<DatabaseSpec>, String> names = new LinkedHashMap<>();
  private final Map<String, Map<String, Integer>> connections = new HashMap<>();

  Layouts(List<EffectiveDatabase> recorded, List<Sweep.Choice> choices) {
    for (EffectiveDatabase database : recorded) {
      choices.stream()
          .filter(choice -> choice.name().equals(database.system()))
          .forEach(choice -> names.put(choice.system().databases(), database.layout()));
      connections
          .computeIfAbsent(database.layout(), layout -> new HashMap<>())
          .put(database.name(), database.maxConnections());
    }
    for (Sweep.Choice choice : choices) {
      names.computeIfAbsent(
          choice.system().databases(),
          databases -> names.containsValue(choice.variant()) ? choice.name() : choice.variant());
    }
  }

  /**
   * Name of the layout of these databases, as the spec gives them: the first variant that uses it,
   * or the system's own name if that is taken.
   */
  String nameOf(List<DatabaseSpec> databases) {
    return names.get(databases);
  }

  /** Recorded connections of these databases, by name. */
  Map<String, Integer> connections(List<DatabaseSpec> databases) {
    return connections.getOrDefault(names.get(databases), Map.of());
  }
}
