package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.ScalingData.Observation;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.ScalabilityResult;
import dev.scalelab.operator.api.ScalabilityResultBuilder;
import dev.scalelab.operator.api.ScalingModel;
import dev.scalelab.operator.api.ScalingReason;
import dev.scalelab.operator.plan.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The scalability model of each system, from the peaks of its rounds. */
public final class ScalabilityModels {
  /** Those that a status has room for. */
  static final int MAX = 100;

  private ScalabilityModels() {}

  /**
   * The models of the first systems.
   *
   * @param measured the measured configurations, in the order of the plan
   */
  public static List<ScalabilityResult> of(List<Measured> measured) {
    Map<String, List<Measured>> systems = new LinkedHashMap<>();
    measured.stream()
        .filter(one -> Names.isStudied(one.configuration().variant()))
        .forEach(
            one ->
                systems
                    .computeIfAbsent(one.configuration().system(), s -> new ArrayList<>())
                    .add(one));
    return systems.values().stream()
        .filter(system -> system.size() > 1)
        .limit(MAX)
        .map(ScalabilityModels::model)
        .toList();
  }

  private static ScalabilityResult model(List<Measured> system) {
    List<Measured> reached = system.stream().filter(ScalabilityModels::isUsed).toList();
    List<Observation> observations = new ArrayList<>();
    for (Measured one : reached) {
      one.rounds().stream()
          .filter(round -> round.peakPerSecond() != null && round.peakPerSecond() > 0)
          .map(
              round ->
                  new Observation(
                      round.round(), one.configuration().replicas(), round.peakPerSecond()))
          .forEach(observations::add);
    }
    ScalingData data = ScalingData.of(observations);
    Scaling scaling = Scaling.of(data);
    String name = system.get(0).configuration().system();
    String unused =
        reached.size() == system.size()
            ? ""
            : "; %d of %d numbers of pods showed no limit and are left out"
                .formatted(system.size() - reached.size(), system.size());
    return ScalabilityResultBuilder.builder()
        .system(name)
        .variant(system.get(0).configuration().variant())
        .model(scaling.curve() == null ? null : scaling.curve().model())
        .lambda(scaling.lambda())
        .sigma(scaling.sigma())
        .kappa(scaling.kappa())
        .plateauPerSecond(scaling.plateau())
        .bestReplicas(scaling.best())
        .bestPerSecond(scaling.peak())
        .reason(scaling.reason())
        .message(name + ": " + sentence(scaling, data) + unused)
        .build();
  }

  /** Of a system whose load showed no limit only the load would be fitted. */
  private static boolean isUsed(Measured one) {
    return one.peakReached() && Boolean.TRUE.equals(one.result().saturated());
  }

  private static String sentence(Scaling scaling, ScalingData data) {
    if (scaling.reason() == ScalingReason.INSUFFICIENT_POINTS) {
      return data.counts() < Scaling.MIN_COUNTS
          ? "no model: at least %d numbers of pods are needed, and 6 that span a factor of 4 for all that it can state; this has %d"
              .formatted(Scaling.MIN_COUNTS, data.counts())
          : "no model of %d numbers of pods in %s in all: set load.repetitions to 3 or more"
              .formatted(data.counts(), Message.count(data.observations(), "round"));
    }
    if (scaling.reason() == ScalingReason.MISFIT) {
      return "no model explains these throughputs: they differ from the nearest, %s, by more than rounds differ"
          .formatted(name(scaling.curve().model()));
    }
    String superlinear =
        scaling.reason() == ScalingReason.SUPERLINEAR
            ? "; each pod does more beside others than alone, which no model explains"
            : "";
    return statement(scaling, data) + superlinear;
  }

  private static String statement(Scaling scaling, ScalingData data) {
    if (scaling.best() != null) {
      return "most throughput at %s %s, %s/s"
          .formatted(
              text(scaling.best()),
              scaling.best().value() == 1 ? "pod" : "pods",
              text(scaling.peak()));
    }
    return switch (scaling.curve().model()) {
      case LINEAR -> "linear, %s/s for each pod".formatted(text(scaling.lambda()));
      case PLATEAU ->
          "flat at %s/s from %s on"
              .formatted(
                  text(scaling.plateau()),
                  Message.count((long) Math.ceil(((Plateau) scaling.curve()).from()), "pod"));
      case AMDAHL ->
          "Amdahl's law, %s %% of the work is not parallel"
              .formatted(text(percent(scaling.sigma())));
      case USL ->
          "Universal Scalability Law, pods cost each other time; no maximum is shown up to %d pods"
              .formatted(data.maxReplicas());
    };
  }

  private static Estimate percent(Estimate fraction) {
    return new Estimate(
        100 * fraction.value(),
        fraction.low() == null ? null : (Double) (100 * fraction.low()),
        fraction.high() == null ? null : (Double) (100 * fraction.high()));
  }

  private static String name(ScalingModel model) {
    return switch (model) {
      case LINEAR -> "a line";
      case AMDAHL -> "Amdahl's law";
      case PLATEAU -> "a plateau";
      case USL -> "the Universal Scalability Law";
    };
  }

  /** As 12.1 (10.9 to 13.6). */
  private static String text(Estimate estimate) {
    return estimate.bounded()
        ? "%s (%s to %s)"
            .formatted(digits(estimate.value()), digits(estimate.low()), digits(estimate.high()))
        : digits(estimate.value());
  }

  private static String digits(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }
}
