package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.FactorResult;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Quantities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
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

  /**
   * @param amount null if the value is a word
   * @param reached whether its peak is what it could do
   */
  private record Value(String text, BigDecimal amount, double peak, boolean reached) {
    static Value of(FactorValue factor, Measured measured) {
      String text = factor.value().asText();
      return new Value(
          text, Quantities.amount(text).orElse(null), measured.peak(), measured.peakReached());
    }
  }

  private FactorPlateaus() {}

  /**
   * Those of factors with at least three values, of the first systems. A factor with a value that
   * did all that was requested is left out: its best value is not known.
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
        found.computeIfAbsent(key, none -> new ArrayList<>()).add(Value.of(factor, one));
      }
    }
    return found.entrySet().stream()
        .filter(entry -> entry.getValue().size() >= MIN_VALUES)
        .filter(entry -> entry.getValue().stream().allMatch(Value::reached))
        .limit(MAX)
        .map(entry -> result(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static FactorResult result(Key key, List<Value> values) {
    boolean ordered = values.stream().allMatch(value -> value.amount() != null);
    List<Value> inOrder =
        ordered ? values.stream().sorted(Comparator.comparing(Value::amount)).toList() : values;
    Value best = inOrder.stream().reduce((a, b) -> b.peak() > a.peak() ? b : a).orElseThrow();
    List<String> plateau = ordered ? beside(best, inOrder) : near(best, inOrder);
    return new FactorResult(
        key.setting(),
        key.system(),
        key.replicas(),
        best.text(),
        Rounding.two(best.peak()),
        plateau,
        String.format(
            Locale.ROOT,
            "%s-%d: %s=%s is best, with %.1f/s; %s",
            key.system(),
            key.replicas(),
            key.setting(),
            best.text(),
            best.peak(),
            ordered ? range(plateau) : others(best, plateau)));
  }

  /** Words have no order: all that are nearly as good. */
  private static List<String> near(Value best, List<Value> values) {
    return values.stream()
        .filter(value -> value.peak() >= NEARLY * best.peak())
        .map(Value::text)
        .toList();
  }

  /** Those around the best one, without a gap. */
  private static List<String> beside(Value best, List<Value> values) {
    double near = NEARLY * best.peak();
    int first = values.indexOf(best);
    int last = first;
    while (first > 0 && values.get(first - 1).peak() >= near) {
      first--;
    }
    while (last < values.size() - 1 && values.get(last + 1).peak() >= near) {
      last++;
    }
    return values.subList(first, last + 1).stream().map(Value::text).toList();
  }

  private static String range(List<String> plateau) {
    return plateau.size() == 1
        ? "the values beside it are more than 5 % lower"
        : "from %s to %s it differs by at most 5 %%, so that %s suffices"
            .formatted(plateau.get(0), plateau.get(plateau.size() - 1), plateau.get(0));
  }

  private static String others(Value best, List<String> plateau) {
    List<String> others = plateau.stream().filter(text -> !text.equals(best.text())).toList();
    return others.isEmpty()
        ? "the other values are more than 5 % lower"
        : "at most 5 % lower: " + String.join(", ", others);
  }
}
