package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names the database layouts of an experiment. Configurations whose databases are set up alike
 * share them, with their dataset; the others have their own.
 */
final class Layouts {
  private final Map<Object, String> names = new LinkedHashMap<>();

  /**
   * Name of the layout of a system: the first variant that has it, or the system's own name where
   * that is taken.
   */
  String nameOf(Sweep.Choice choice, ScalabilityExperimentSpec resolved) {
    return names.computeIfAbsent(
        resolved.system().databases(),
        databases ->
            names.containsValue(choice.variant())
                ? Names.system(choice.variant(), choice.factors())
                : choice.variant());
  }
}
