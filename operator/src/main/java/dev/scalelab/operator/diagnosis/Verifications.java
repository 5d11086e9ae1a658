package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.VerifiedChange;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.VerificationResult;
import dev.scalelab.operator.measurement.Decimals;
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

  /** With the resource named, so much more at least. */
  static final double ROSE = 1 + ROSE_PERCENT / 100;

  private Verifications() {}

  /**
   * The configuration to measure beyond a plan: none until all of the plan has been measured, and
   * none if no resource was named that a setting raises, or another one would limit at once.
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
    List<FactorValue> raised = raised(one, found);
    return raised.isEmpty() || RaisedSettings.atOnce(one, found, raised) != null
        ? Optional.empty()
        : Optional.of(
            new Verification(
                one.shortName(), one.variant(), one.factors(), one.replicas(), raised));
  }

  /** What has to be raised; empty if no resource was named that a setting raises. */
  private static List<FactorValue> raised(Configuration one, Bottleneck found) {
    return found == null || found.verdict() != BottleneckVerdict.LIMITED
        ? List.of()
        : RaisedSettings.of(one, found.resource(), found.database());
  }

  /**
   * Why the last diagnosis that named a resource is not verified; null if none did, and if one will
   * be.
   */
  private static VerificationResult notTried(List<Measured> measured) {
    VerificationResult last = null;
    for (Measured one : measured) {
      Bottleneck found = one.result().bottleneck();
      boolean named = found != null && found.verdict() == BottleneckVerdict.LIMITED;
      if (named && Names.isStudied(one.configuration().variant())) {
        last = notTried(one.configuration(), found);
        if (last == null) {
          return null;
        }
      }
    }
    return last;
  }

  /** Null if it can be tried. */
  private static VerificationResult notTried(Configuration one, Bottleneck found) {
    List<FactorValue> raised = raised(one, found);
    if (raised.isEmpty()) {
      return notTried(one, found, null, "no field gives more of it");
    }
    BottleneckCandidate other = RaisedSettings.atOnce(one, found, raised);
    return other == null
        ? null
        : notTried(
            one,
            found,
            FactorValue.text(raised),
            "with more of it %s would limit at once, at %s/s"
                .formatted(other.resource(), Decimals.text(1, other.boundPerSecond())));
  }

  private static VerificationResult notTried(
      Configuration one, Bottleneck found, String settings, String why) {
    return new VerificationResult(
        one.shortName(),
        null,
        found.resource(),
        settings,
        null,
        null,
        "%s: whether %s limits it is not tried: %s"
            .formatted(one.shortName(), found.resource(), why));
  }

  /**
   * What a plan's verification has shown; null if it has none.
   *
   * @param measured the configurations that were measured
   */
  public static VerificationResult result(Plan plan, List<Measured> measured) {
    Verification verification = plan.verification();
    if (verification == null && plan.spec().verifies()) {
      return notTried(measured);
    }
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
    boolean known = change != null && (rose || reached(after.get(), before.get()));
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
        sentence(
            verification.configuration(),
            resource,
            settings,
            capacities,
            change,
            verified,
            Fields.load(planned.get().load())));
  }

  /** More users always wait at a limit: only if they added too little throughput was there one. */
  private static boolean reached(Measured after, Measured before) {
    boolean users = after.configuration().load().closedModel();
    return VerifiedChange.reached(after, before)
        && (!users || Boolean.TRUE.equals(after.result().saturated()));
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
      Boolean verified,
      String load) {
    if (change == null) {
      return "%s: whether %s limits it is not verified yet, with %s"
          .formatted(name, resource, settings);
    }
    String interval =
        change.bounded()
            ? String.format(Locale.ROOT, " (%+.1f to %+.1f %%)", change.low(), change.high())
            : " (in one round, so that chance may explain it)";
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
          .formatted(name, resource, changed, capacities ? "load.search.max" : load);
    }
    return "%s: %s limits it%s: %s"
        .formatted(
            name,
            resource,
            verified ? ", verified" : " by the figures, which is not confirmed",
            changed);
  }
}
