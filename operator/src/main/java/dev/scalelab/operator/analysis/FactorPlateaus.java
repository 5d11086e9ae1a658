package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.FactorResult;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The best value of each factor, and the values beside it that are nearly as good. */
public final class FactorPlateaus {
  /** Those that a status has room for. */
  static final int MAX = 20;

  private static final int MIN_VALUES = 3;
  private static final double NEARLY = 0.95;

  /** What configurations have in common that differ in one factor only. */
  private record Key(String setting, String system, int replicas) {}

  private record Value(String value, double peak) {}

  private FactorPlateaus() {}

  /**
   * Those of factors with at least three values, of the first systems.
   *
   * @param measured the measured configurations, in the order of the plan
   */
  public static List<FactorResult> of(List<Measured> measured) {
    Map<Key, List<Value>> found = new LinkedHashMap<>();
    for (Measured one : measured) {
      Configuration configuration = one.configuration();
      if (!Names.isStudied(configuration.variant())) {
        continue;
      }
      for (FactorValue factor : configuration.factors()) {
        List<FactorValue> others = new ArrayList<>(configuration.factors());
        others.remove(factor);
        Key key =
            new Key(
                factor.setting(),
                Names.system(configuration.variant(), others),
                configuration.replicas());
        found
            .computeIfAbsent(key, none -> new ArrayList<>())
            .add(new Value(factor.value().asText(), one.result().peakPerSecond().mean()));
      }
    }
    return found.entrySet().stream()
        .filter(entry -> entry.getValue().size() >= MIN_VALUES)
        .limit(MAX)
        .map(entry -> result(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static FactorResult result(Key key, List<Value> values) {
    int best = 0;
    for (int i = 1; i < values.size(); i++) {
      best = values.get(i).peak() > values.get(best).peak() ? i : best;
    }
    double near = NEARLY * values.get(best).peak();
    int first = best;
    int last = best;
    while (first > 0 && values.get(first - 1).peak() >= near) {
      first--;
    }
    while (last < values.size() - 1 && values.get(last + 1).peak() >= near) {
      last++;
    }
    List<String> plateau = values.subList(first, last + 1).stream().map(Value::value).toList();
    return new FactorResult(
        key.setting(),
        key.system(),
        key.replicas(),
        values.get(best).value(),
        Rounding.two(values.get(best).peak()),
        plateau,
        sentence(key, values.get(best), plateau));
  }

  private static String sentence(Key key, Value best, List<String> plateau) {
    String range =
        plateau.size() == 1
            ? "the values beside it are more than 5 % lower"
            : "from %s to %s it differs by at most 5 %%, so that %s suffices"
                .formatted(plateau.get(0), plateau.get(plateau.size() - 1), plateau.get(0));
    return String.format(
        Locale.ROOT,
        "%s-%d: %s=%s is best, with %.1f/s; %s",
        key.system(),
        key.replicas(),
        key.setting(),
        best.value(),
        best.peak(),
        range);
  }
}
