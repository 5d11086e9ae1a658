package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.EffectiveDatabase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names the database layouts of an experiment. Configurations with the same settings of databases
 * and the same size of the dataset share them, with their dataset; others have their own. The
 * recorded settings of a layout stay the same after the experiment has started, even if the sweep
 * is extended.
 */
final class Layouts {
  /** What configurations have in common that share databases. */
  private record Key(List<DatabaseSpec> databases, int scale) {
    static Key of(Sweep.Choice choice) {
      return new Key(choice.databases(), choice.scale());
    }
  }

  private final Map<Key, String> names = new LinkedHashMap<>();
  private final Map<String, Map<String, Integer>> connections = new HashMap<>();

  Layouts(List<EffectiveDatabase> recorded, List<Sweep.Choice> choices) {
    Map<String, Sweep.Choice> systems =
        choices.stream().collect(Collectors.toMap(Sweep.Choice::name, Function.identity()));
    for (EffectiveDatabase database : recorded) {
      Optional.ofNullable(systems.get(database.system()))
          .ifPresent(choice -> names.put(Key.of(choice), database.layout()));
      connections
          .computeIfAbsent(database.layout(), layout -> new HashMap<>())
          .put(database.name(), database.maxConnections());
    }
    Set<String> taken = new HashSet<>(names.values());
    for (Sweep.Choice choice : choices) {
      names.computeIfAbsent(Key.of(choice), key -> named(choice, taken));
    }
  }

  /** The choice's variant, or its own name if another layout has that name. */
  private static String named(Sweep.Choice choice, Set<String> taken) {
    String name = taken.contains(choice.variant()) ? choice.name() : choice.variant();
    taken.add(name);
    return name;
  }

  /**
   * Name of the layout of a system: the first variant that uses it, or the system's own name if
   * that is taken.
   */
  String nameOf(Sweep.Choice choice) {
    return names.get(Key.of(choice));
  }

  /** Recorded connections of a system's databases, by name. */
  Map<String, Integer> connections(Sweep.Choice choice) {
    return connections.getOrDefault(nameOf(choice), Map.of());
  }
}
