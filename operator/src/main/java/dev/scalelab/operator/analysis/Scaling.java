package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ScalingModel;
import dev.scalelab.operator.api.ScalingReason;
import dev.scalelab.operator.measurement.Rounding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * How the throughput of a system depends on its number of servers.
 *
 * @param reason what limits the statements; null if nothing does
 * @param curve the model that explains the figures best; null without enough numbers of servers
 * @param lambda throughput of one server
 * @param sigma contention; null for {@link Plateau}
 * @param kappa coherency; null for {@link Plateau}, and with three numbers of servers
 * @param plateau throughput that is not exceeded; of {@link Plateau} only
 * @param best number of servers with the highest throughput; null unless the figures show it
 * @param peak throughput there
 */
public record Scaling(
    ScalingReason reason,
    Curve curve,
    Estimate lambda,
    Estimate sigma,
    Estimate kappa,
    Estimate plateau,
    Estimate best,
    Estimate peak) {
  static final int MIN_COUNTS = 3;
  private static final int COUNTS_OF_USL = 4;
  private static final int COUNTS_OF_ALL = 6;
  private static final double SPAN_OF_ALL = 4;
  private static final double MAX_RATIO_OF_BEST = 2;
  private static final double MAX_EXTRAPOLATION = 2;
  private static final double LACK_OF_FIT = 0.99;
  private static final double SUPERLINEAR = 0.95;

  /** No throughput is lower than its estimate by this factor. */
  private static final double FAR = 1024;

  /** A model that explains as much within this difference of AICc is preferred if it is simpler. */
  private static final double TIE = 2;

  /** The statements that these figures allow. */
  public static Scaling of(ScalingData data) {
    if (data.counts() < MIN_COUNTS || data.observations() < parameters(widest(data)) + 2) {
      return new Scaling(
          ScalingReason.INSUFFICIENT_POINTS, null, null, null, null, null, null, null);
    }
    Map<ScalingModel, Curve> curves = curves(data);
    Curve curve = choose(curves.values(), data);
    Curve widest = curves.get(widest(data));
    boolean misfit = misfits(curve.sum(), parameters(curve.model()) - 1, data);
    Estimates estimates = new Estimates(data, misfit ? null : widest);
    ScalingReason reason = misfit ? ScalingReason.MISFIT : null;
    if (curve instanceof Usl && superlinear(widest, data)) {
      reason = ScalingReason.SUPERLINEAR;
    }
    if (curve instanceof Plateau plateau) {
      Estimate lambda = estimates.lambda(plateau);
      return new Scaling(reason, plateau, lambda, null, null, estimates.bound(plateau), null, null);
    }
    Usl usl = (Usl) curve;
    Estimate kappa = widest.model() == ScalingModel.AMDAHL ? null : estimates.kappa(usl);
    boolean shown = !misfit && kappa != null && kappa.low() != null && kappa.low() > 0;
    Estimate best = shown ? stated(estimates.best(usl), data) : null;
    return new Scaling(
        reason,
        usl,
        estimates.lambda(usl),
        estimates.sigma(usl, widest.model()),
        kappa,
        null,
        best,
        peak(best, usl, estimates));
  }

  private static Estimate peak(Estimate best, Usl usl, Estimates estimates) {
    if (best == null) {
      return null;
    }
    return best.value() == 1 ? estimates.lambda(usl) : estimates.peak(usl);
  }

  /** The most general model that the measured numbers of servers can determine. */
  private static ScalingModel widest(ScalingData data) {
    return data.counts() < COUNTS_OF_USL ? ScalingModel.AMDAHL : ScalingModel.USL;
  }

  /** Number of parameters, with the variance. */
  private static int parameters(ScalingModel model) {
    return switch (model) {
      case LINEAR -> 2;
      case AMDAHL, PLATEAU -> 3;
      case USL -> 4;
    };
  }

  /** Of every model that these numbers of servers can determine, the simplest first. */
  private static Map<ScalingModel, Curve> curves(ScalingData data) {
    List<ScalingModel> candidates =
        widest(data) == ScalingModel.AMDAHL
            ? List.of(ScalingModel.LINEAR, ScalingModel.AMDAHL)
            : List.of(ScalingModel.values());
    Map<ScalingModel, Curve> curves = new TreeMap<>();
    candidates.forEach(
        model ->
            curves.put(
                model,
                model == ScalingModel.PLATEAU ? Plateau.of(data) : Usl.of(model, data, false)));
    return curves;
  }

  private static Curve choose(Collection<Curve> curves, ScalingData data) {
    double lowest = curves.stream().mapToDouble(curve -> aicc(curve, data)).min().orElseThrow();
    return curves.stream()
        .filter(curve -> aicc(curve, data) <= lowest + TIE)
        .findFirst()
        .orElseThrow();
  }

  /** Akaike's criterion for few observations, over all rounds. */
  static double aicc(Curve curve, ScalingData data) {
    double n = data.observations();
    double p = parameters(curve.model());
    double likelihood = n * Math.log((curve.sum() + data.errorSum()) / n);
    return likelihood + 2 * p + 2 * p * (p + 1) / (n - p - 1);
  }

  /** Whether the means are farther from a curve than the noise between rounds explains. */
  private static boolean misfits(double sum, int parameters, ScalingData data) {
    int degrees = data.counts() - parameters;
    return data.errorDegrees() > 0
        && degrees > 0
        && sum / degrees / data.errorVariance()
            > Quantiles.f(LACK_OF_FIT, degrees, data.errorDegrees());
  }

  /** Whether a negative sigma explains the means, and significantly better. */
  private static boolean superlinear(Curve widest, ScalingData data) {
    double sum = Usl.superlinear(data);
    if (data.errorDegrees() < 1 || misfits(sum, parameters(widest.model()) - 1, data)) {
      return false;
    }
    double gain = widest.sum() - sum;
    return gain > data.errorVariance() * Quantiles.f(SUPERLINEAR, 1, data.errorDegrees());
  }

  /** The best number of servers, unless it is too uncertain, or too far from what was measured. */
  private static Estimate stated(Estimate best, ScalingData data) {
    boolean all = data.counts() >= COUNTS_OF_ALL && data.span() >= SPAN_OF_ALL;
    return best.bounded()
            && best.high() <= MAX_EXTRAPOLATION * data.maxReplicas()
            && (all || best.high() <= MAX_RATIO_OF_BEST * best.low())
        ? best
        : null;
  }

  /** The parameters with their intervals, which rounds must have determined. */
  private record Estimates(ScalingData data, UslProfile profile, Profile usl) {
    /**
     * @param widest the fit of the most general model; null if no curve fits
     */
    Estimates(ScalingData data, Curve widest) {
      this(data, new UslProfile(data), profile(data, widest));
    }

    private static Profile profile(ScalingData data, Curve curve) {
      return curve == null || data.errorDegrees() < 1 || data.errorSum() <= 0
          ? null
          : new Profile(curve.sum(), data.errorVariance(), data.errorDegrees());
    }

    Estimate lambda(Usl curve) {
      return throughput(curve.lambda(), usl, profile::ofLambda);
    }

    Estimate sigma(Usl curve, ScalingModel widest) {
      return estimate(
          curve.sigma(),
          usl == null
              ? null
              : usl.of(
                  widest == ScalingModel.AMDAHL ? profile::ofSigmaAlone : profile::ofSigma,
                  curve.sigma(),
                  0,
                  Math.max(curve.sigma(), 1e-4)));
    }

    Estimate kappa(Usl curve) {
      return estimate(
          curve.kappa(),
          usl == null
              ? null
              : usl.of(profile::ofKappa, curve.kappa(), 0, Math.max(curve.kappa(), 1e-6)));
    }

    Estimate best(Usl curve) {
      double estimate = curve.bestReplicas();
      return estimate(estimate, usl.of(profile::ofBest, estimate, 1, estimate / 2));
    }

    Estimate peak(Usl curve) {
      double near = curve.bestReplicas();
      return throughput(curve.at(near), usl, peak -> profile.ofPeak(peak, near));
    }

    Estimate lambda(Plateau curve) {
      return throughput(curve.lambda(), own(curve), value -> Plateau.ofLambda(data, value));
    }

    Estimate bound(Plateau curve) {
      return throughput(curve.bound(), own(curve), value -> Plateau.ofBound(data, value));
    }

    private Profile own(Plateau curve) {
      return usl == null ? null : profile(data, curve);
    }

    private Estimate throughput(double value, Profile of, DoubleUnaryOperator sum) {
      return estimate(
          value,
          of == null
              ? null
              : of.of(sum, value, value / FAR, value / 8).widened(value, data.drift()));
    }

    /** Another model than the most general one may have been chosen: its value is inside then. */
    private static Estimate estimate(double value, Profile.Range range) {
      return range == null
          ? new Estimate(Rounding.significant(value), null, null)
          : new Estimate(
              Rounding.significant(value),
              Rounding.significant(Math.min(range.low(), value)),
              Double.isInfinite(range.high())
                  ? null
                  : (Double) Rounding.significant(Math.max(range.high(), value)));
    }
  }
}
