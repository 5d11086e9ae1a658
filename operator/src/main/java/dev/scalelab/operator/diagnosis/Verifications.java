package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.VerifiedChange;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.VerificationResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.plan.Verification;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Verifies a diagnosis by one more configuration, which has more of the resource. Pure. */
public final class Verifications {
  private static final double ROSE_PERCENT = 10;

  private Verifications() {}

  /**
   * The configuration to measure beyond a plan: none until all of the plan has been measured, and
   * none if no resource was named that a setting raises.
   *
   * @param plan without a verification
   */
  public static Optional<Verification> next(
      Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    if (!plan.spec().verifies()
        || statuses.isEmpty()
        || new Schedule(plan, statuses).next().isPresent()) {
      return Optional.empty();
    }
    return plan.configurations().stream()
        .filter(one -> Names.isStudied(one.variant()))
        .flatMap(one -> of(one, statuses.get(one.name())).stream())
        .reduce((one, other) -> other);
  }

  private static Optional<Verification> of(Configuration one, ScalabilityTrialStatus status) {
    Bottleneck found =
        status == null || status.result() == null ? null : status.result().bottleneck();
    if (found == null || found.verdict() != BottleneckVerdict.LIMITED) {
      return Optional.empty();
    }
    List<FactorValue> raised = RaisedSettings.of(one, found.resource(), found.database());
    return raised.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Verification(
                one.shortName(), one.variant(), one.factors(), one.replicas(), raised));
  }

  /**
   * What a plan's verification has shown; null if it has none.
   *
   * @param measured the configurations that were measured
   */
  public static VerificationResult result(Plan plan, List<Measured> measured) {
    Verification verification = plan.verification();
    Optional<Configuration> planned =
        plan.configurations().stream().filter(Verifications::verifies).findFirst();
    Optional<Measured> before =
        verification == null
            ? Optional.empty()
            : measured.stream()
                .filter(one -> one.configuration().shortName().equals(verification.configuration()))
                .findFirst();
    if (before.isEmpty() || planned.isEmpty()) {
      return null;
    }
    Optional<Measured> after =
        measured.stream().filter(one -> verifies(one.configuration())).findFirst();
    Estimate change =
        after.flatMap(one -> VerifiedChange.percent(measured, one, before.get())).orElse(null);
    boolean rose =
        change != null
            && change.value() >= ROSE_PERCENT
            && (change.low() == null || change.low() > 0);
    boolean known = change != null && (rose || VerifiedChange.reached(after.get(), before.get()));
    Boolean verified = known ? (Boolean) rose : null;
    boolean capacities = after.isPresent() && Measured.bothSearched(after.get(), before.get());
    String resource = before.get().result().bottleneck().resource();
    String settings = FactorValue.text(verification.raised());
    return new VerificationResult(
        verification.configuration(),
        planned.get().shortName(),
        resource,
        settings,
        change,
        verified,
        sentence(verification.configuration(), resource, settings, capacities, change, verified));
  }

  private static boolean verifies(Configuration configuration) {
    return configuration.variant().equals(Names.VERIFY);
  }

  private static String sentence(
      String name,
      String resource,
      String settings,
      boolean capacities,
      Estimate change,
      Boolean verified) {
    if (change == null) {
      return "%s: whether %s limits it is not verified yet, with %s"
          .formatted(name, resource, settings);
    }
    String interval =
        change.bounded()
            ? String.format(Locale.ROOT, " (%+.1f to %+.1f %%)", change.low(), change.high())
            : "";
    String changed =
        String.format(
            Locale.ROOT,
            "%s changes the %s by %+.1f %%%s",
            settings,
            capacities ? "capacity" : "peak",
            change.value(),
            interval);
    if (verified == null) {
      // A load that both configurations can do shows nothing.
      return "%s: whether %s limits it is not known: %s, which is all that was requested; raise %s"
          .formatted(name, resource, changed, capacities ? "load.search.max" : "the rates");
    }
    return "%s: %s limits it%s: %s"
        .formatted(
            name,
            resource,
            verified ? ", verified" : " by the figures, which is not confirmed",
            changed);
  }
}
