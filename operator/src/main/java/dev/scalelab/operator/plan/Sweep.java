package dev.scalelab.operator.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.ExcludeSpec;
import dev.scalelab.operator.api.FactorSpec;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.VariantSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every combination of variant, factor values and replicas in a spec. Pure. */
public final class Sweep {
  /**
   * A system with its replica counts.
   *
   * @param variant name of the variant; base is the system as given
   * @param factors the values of factors
   * @param replicas numbers of application servers, ascending
   * @param spec the spec with the variant's change and these values, without derived defaults and
   *     with nothing else varied
   */
  public record Choice(
      String variant,
      List<FactorValue> factors,
      List<Integer> replicas,
      ScalabilityExperimentSpec spec) {

    /** Whether it has the system, workload and load as given. */
    public boolean isAsGiven(ScalabilityExperimentSpec given) {
      return spec.system().equals(given.system())
          && spec.workload().equals(given.workload())
          && spec.load().equals(given.load());
    }

    /** The settings of its databases. */
    List<DatabaseSpec> databases() {
      return spec.system().databases();
    }

    /** The size of its dataset: as given, or what its load needs. */
    int scale() {
      Integer given = spec.workload().scale();
      return given == null ? Workload.of(spec).minScale(spec.load()) : given;
    }

    /** Whether it includes a configuration. */
    public boolean isOf(Configuration configuration) {
      return variant.equals(configuration.variant()) && factors.equals(configuration.factors());
    }

    /** The same with only this number of servers. */
    public Choice with(int servers) {
      List<Integer> only = List.of(servers);
      return new Choice(variant, factors, only, spec.only(spec.system(), only));
    }

    /** Name of the system, as in the names of its configurations. */
    String name() {
      // Of what verifies a diagnosis there is one: with its values it might be too long.
      return variant.equals(Names.VERIFY) ? variant : Names.system(variant, factors);
    }
  }

  private final ScalabilityExperimentSpec spec;
  private final List<Choice> choices = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();

  /** The items of exclude, each with its values of factors as texts. */
  private final Map<ExcludeSpec, Set<String>> excludes = new LinkedHashMap<>();

  private final Set<ExcludeSpec> usedExcludes = new HashSet<>();

  Sweep(ScalabilityExperimentSpec spec, Verification verification) {
    this.spec = spec;
    spec.sweep().exclude().forEach(one -> excludes.put(one, texts(one.factors())));
    expand();
    if (verification != null) {
      add(verification);
    }
    if (choices.isEmpty() && violations.isEmpty()) {
      violate("spec.sweep.exclude", "it excludes every configuration");
    }
  }

  /** The spec as given, whether it is measured or not. */
  static Choice asGiven(ScalabilityExperimentSpec spec) {
    return new Choice(Names.BASE_VARIANT, List.of(), spec.sweep().replicas(), spec);
  }

  /** The systems to measure, in the order of the spec, without those that break a rule. */
  List<Choice> choices() {
    return choices;
  }

  /** The first rule that variants and factors break; others often have the same cause. */
  List<Violation> violations() {
    return violations;
  }

  private void expand() {
    Overlay overlay = new Overlay(spec);
    List<List<FactorValue>> combinations = combinations();
    Set<String> names = new HashSet<>();
    Map<String, VariantSpec> measured = variants();
    addBaseAgain(measured);
    if (spec.verifies() && measured.containsKey(Names.VERIFY)) {
      violate(
          "spec.variants[verify].name",
          "verify is the configuration of diagnosis.verify: rename the variant");
    }
    for (Map.Entry<String, VariantSpec> variant : measured.entrySet()) {
      for (List<FactorValue> factors : combinations) {
        List<Integer> replicas = included(variant.getKey(), factors);
        if (replicas.isEmpty()) {
          continue;
        }
        String name = Names.system(variant.getKey(), factors);
        if (!names.add(name)) {
          violate(
              "spec.sweep",
              "two configurations would be called %s: rename the variant, or give values that differ in their letters and digits"
                  .formatted(name));
          continue;
        }
        try {
          ScalabilityExperimentSpec varied = overlay.apply(variant.getValue(), factors);
          choices.add(
              new Choice(
                  variant.getKey(), factors, replicas, varied.only(varied.system(), replicas)));
        } catch (Overlay.NotApplicable e) {
          violate(field(variant.getKey(), factors, e.block()), e.getMessage());
        }
      }
    }
  }

  /** The values of the diagnosed configuration, then the raised ones. */
  private void add(Verification one) {
    VariantSpec variant =
        spec.variants().stream()
            .filter(given -> given.name().equals(one.variant()))
            .findFirst()
            .orElse(null);
    List<FactorValue> values = new ArrayList<>(one.factors());
    values.addAll(one.raised());
    List<Integer> replicas = List.of(one.replicas());
    ScalabilityExperimentSpec raised = new Overlay(spec).apply(variant, values);
    choices.add(
        new Choice(Names.VERIFY, one.raised(), replicas, raised.only(raised.system(), replicas)));
  }

  /** The change of each variant to measure, by name; base has none. */
  private Map<String, VariantSpec> variants() {
    Map<String, VariantSpec> all = new LinkedHashMap<>();
    all.put(Names.BASE_VARIANT, null);
    for (VariantSpec variant : spec.variants()) {
      all.put(variant.name(), variant);
    }
    if (spec.sweep().variants() == null) {
      return all;
    }
    Map<String, VariantSpec> listed = new LinkedHashMap<>();
    spec.sweep().variants().forEach(name -> listed.put(name, all.get(name)));
    return listed;
  }

  /** With sweep.aa base is measured twice. */
  private void addBaseAgain(Map<String, VariantSpec> measured) {
    if (!Boolean.TRUE.equals(spec.sweep().aa())) {
      return;
    }
    if (spec.load().repetitions() < 2) {
      violate(
          "spec.sweep.aa",
          "it needs load.repetitions of at least 2: one round does not show how much the next would differ");
    } else if (!measured.containsKey(Names.BASE_VARIANT)) {
      violate("spec.sweep.aa", "it measures base twice, so base must be in sweep.variants");
    } else if (measured.put(Names.BASE_AGAIN, null) != null) {
      violate(
          "spec.variants[base-again].name",
          "base-again is the second base of sweep.aa: rename the variant");
    }
  }

  /** Every combination of the factors' values; a single empty one without factors. */
  private List<List<FactorValue>> combinations() {
    List<List<FactorValue>> combinations = List.of(List.of());
    for (FactorSpec factor : spec.sweep().factors()) {
      combinations =
          combinations.stream()
              .flatMap(
                  before ->
                      factor.values().stream()
                          .map(value -> new FactorValue(factor.setting(), value))
                          .map(value -> Stream.concat(before.stream(), Stream.of(value)).toList()))
              .toList();
    }
    return combinations;
  }

  /**
   * Items of exclude that match no configuration: what they should exclude would be measured. They
   * keep an experiment from starting; one that has started goes on.
   */
  List<Violation> unusedExcludes() {
    List<Violation> unused = new ArrayList<>();
    List<ExcludeSpec> excludes = spec.sweep().exclude();
    for (int i = 0; i < excludes.size(); i++) {
      if (!usedExcludes.contains(excludes.get(i))) {
        unused.add(
            new Violation(
                "spec.sweep.exclude[%d]".formatted(i),
                Reason.SPEC_INVALID,
                "it matches no configuration: there are variants %s, replicas %s%s"
                    .formatted(variants().keySet(), spec.sweep().replicas(), factorTexts())));
      }
    }
    return unused;
  }

  private String factorTexts() {
    return spec.sweep().factors().stream()
        .map(
            factor ->
                ", %s [%s]"
                    .formatted(
                        factor.setting(),
                        factor.values().stream()
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(", "))))
        .collect(Collectors.joining());
  }

  /** The numbers of servers of a system that no item of exclude leaves out. */
  private List<Integer> included(String variant, List<FactorValue> factors) {
    Set<String> values = texts(factors);
    String named = variant.equals(Names.BASE_AGAIN) ? Names.BASE_VARIANT : variant;
    List<ExcludeSpec> ofSystem =
        excludes.entrySet().stream()
            .filter(exclude -> values.containsAll(exclude.getValue()))
            .map(Map.Entry::getKey)
            .filter(exclude -> exclude.variant() == null || exclude.variant().equals(named))
            .toList();
    return spec.sweep().replicas().stream().filter(count -> !excluded(ofSystem, count)).toList();
  }

  private boolean excluded(List<ExcludeSpec> ofSystem, int replicas) {
    List<ExcludeSpec> matching =
        ofSystem.stream()
            .filter(exclude -> exclude.replicas() == null || exclude.replicas() == replicas)
            .toList();
    usedExcludes.addAll(matching);
    return !matching.isEmpty();
  }

  private static Set<String> texts(List<FactorValue> factors) {
    return factors == null
        ? Set.of()
        : factors.stream().map(FactorValue::toString).collect(Collectors.toSet());
  }

  private static String field(String variant, List<FactorValue> factors, String block) {
    return factors.isEmpty()
        ? "spec.variants[%s].%s".formatted(variant, block)
        : "spec.sweep.factors";
  }

  private void violate(String field, String message) {
    if (violations.isEmpty()) {
      violations.add(new Violation(field, Reason.SPEC_INVALID, message));
    }
  }
}
