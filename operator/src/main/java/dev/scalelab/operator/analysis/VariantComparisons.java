package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.Comparison.Verb;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.AaResult;
import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Sweep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares each variant of an experiment with its baseline, at the same number of servers and the
 * same values of factors. An experiment with only one variant compares its values of factors.
 */
public final class VariantComparisons {
  private static final int EQUIVALENCE_PERCENT = 5;

  private final Plan plan;
  private final List<Measured> measured;
  private final Map<Key, Measured> byKey = new HashMap<>();
  private final RoundTable peaks;
  private final RoundTable capacities;
  private final String baseVariant;
  private final List<FactorValue> firstFactors;
  private final boolean comparesFactors;

  private record Key(String variant, List<FactorValue> factors, int replicas) {
    static Key of(Configuration configuration) {
      return new Key(configuration.variant(), configuration.factors(), configuration.replicas());
    }
  }

  /**
   * @param measured the configurations that were measured, in the order of the plan
   */
  public VariantComparisons(Plan plan, List<Measured> measured) {
    this.plan = plan;
    this.measured = measured;
    measured.forEach(one -> byKey.put(Key.of(one.configuration()), one));
    peaks = Measured.peaks(measured);
    capacities = Measured.capacities(measured);
    List<String> variants =
        plan.choices().stream()
            .map(Sweep.Choice::variant)
            .filter(Names::isStudied)
            .distinct()
            .toList();
    baseVariant =
        variants.isEmpty() || variants.contains(Names.BASE_VARIANT)
            ? Names.BASE_VARIANT
            : variants.get(0);
    comparesFactors = variants.size() == 1;
    firstFactors = plan.choices().isEmpty() ? List.of() : plan.choices().get(0).factors();
  }

  /** The base against itself; empty unless it was measured twice. */
  public Optional<AaResult> aa() {
    Map<String, Ratio> pairs = new LinkedHashMap<>();
    for (Measured again : measured) {
      Key key = Key.of(again.configuration());
      Measured base = byKey.get(new Key(Names.BASE_VARIANT, key.factors(), key.replicas()));
      if (Names.BASE_AGAIN.equals(key.variant()) && base != null && reached(again, base)) {
        String where = Comparison.where(key.replicas(), textOrNull(key.factors()));
        ratio(again, base).ifPresent(ratio -> pairs.put(where, ratio));
      }
    }
    return AaTest.of(pairs, equivalencePercent());
  }

  /**
   * The comparisons, in the order of the plan.
   *
   * @param broken whether the base measured twice differed
   */
  public List<ComparisonResult> all(boolean broken) {
    List<Comparison> all = new ArrayList<>();
    for (Measured one : measured) {
      Key key = Key.of(one.configuration());
      Measured baseline = byKey.get(baseline(key));
      if (baseline != null && baseline != one && Names.isStudied(key.variant())) {
        all.add(comparison(one, baseline));
      }
    }
    return Comparisons.of(all, equivalencePercent(), order(), broken);
  }

  private int equivalencePercent() {
    Integer percent = plan.spec().sweep().equivalencePercent();
    return percent == null ? EQUIVALENCE_PERCENT : percent;
  }

  private Key baseline(Key key) {
    return comparesFactors
        ? new Key(key.variant(), firstFactors, key.replicas())
        : new Key(baseVariant, key.factors(), key.replicas());
  }

  private Comparison comparison(Measured one, Measured baseline) {
    Configuration configuration = one.configuration();
    String name = name(configuration);
    String other = name(baseline.configuration());
    int replicas = configuration.replicas();
    String factors = comparesFactors ? null : textOrNull(configuration.factors());
    if (!reached(one, baseline)) {
      boolean own =
          Measured.bothSearched(one, baseline) ? one.capacityReached() : one.peakReached();
      Configuration below = own ? baseline.configuration() : configuration;
      return Comparison.missing(
          name,
          other,
          replicas,
          factors,
          "%s did all that was requested, so that its peak is, or may be, higher: raise the load"
              .formatted(below.shortName()));
    }
    Verb verb = Measured.bothSearched(one, baseline) ? Verb.CARRIES : Verb.DOES;
    return ratio(one, baseline)
        .map(ratio -> Comparison.of(name, other, replicas, factors, verb, ratio))
        .orElseGet(() -> Comparison.missing(name, other, replicas, factors, fewRounds()));
  }

  private String fewRounds() {
    return plan.spec().load().repetitions() == 1
        ? "one round does not show how much the next would differ: set load.repetitions to 3 or more"
        : "they have no two rounds in common yet";
  }

  private static boolean reached(Measured one, Measured other) {
    return Measured.bothSearched(one, other)
        ? one.capacityReached() && other.capacityReached()
        : one.peakReached() && other.peakReached();
  }

  private Optional<Ratio> ratio(Measured one, Measured baseline) {
    RoundTable table = Measured.bothSearched(one, baseline) ? capacities : peaks;
    return Intervals.ratio(table, one.configuration().name(), baseline.configuration().name());
  }

  /** What the name of a comparison's side has to say, as its other half is the same. */
  private String name(Configuration configuration) {
    return comparesFactors ? configuration.systemText() : configuration.variant();
  }

  private static String textOrNull(List<FactorValue> factors) {
    return factors.isEmpty() ? null : FactorValue.text(factors);
  }

  private String order() {
    SweepOrder order = plan.spec().sweep().order();
    return order == SweepOrder.INTERLEAVED
        ? "interleaved"
        : order == SweepOrder.SHUFFLED ? "shuffled" : "one after another";
  }
}
