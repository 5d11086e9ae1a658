package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.measurement.Rounding;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How much more one configuration carries than another, or does if no search found a capacity. */
public final class VerifiedChange {
  private VerifiedChange() {}

  /**
   * The change in percent, of the capacities if both were searched for, otherwise of the peaks;
   * without an interval if they have fewer than two rounds in common, and empty without figures.
   *
   * @param all the measured configurations, whose noise counts too if they reached their limit
   */
  public static Optional<Estimate> percent(List<Measured> all, Measured after, Measured before) {
    boolean capacity = Measured.bothSearched(after, before);
    Function<RoundFigures, Double> figure =
        capacity ? RoundFigures::capacityPerSecond : RoundFigures::peakPerSecond;
    List<Measured> noisy =
        all.stream()
            .filter(one -> one == after || one == before || reached(one, capacity))
            .toList();
    Optional<Ratio> ratio =
        Intervals.ratio(
            Measured.table(noisy, figure),
            after.configuration().name(),
            before.configuration().name());
    if (ratio.isPresent()) {
      LogInterval interval = ratio.get().interval();
      return Optional.of(
          new Estimate(
              percent(interval.value()), percent(interval.low()), percent(interval.high())));
    }
    double now = mean(after.result(), capacity);
    double then = mean(before.result(), capacity);
    return then > 0 ? Optional.of(new Estimate(percent(now / then), null, null)) : Optional.empty();
  }

  /** Whether the figure is what a configuration could do, rather than what was requested. */
  public static boolean reached(Measured after, Measured before) {
    return reached(after, Measured.bothSearched(after, before));
  }

  private static boolean reached(Measured one, boolean capacity) {
    return capacity ? one.capacityReached() : one.peakReached();
  }

  private static double mean(TrialResult result, boolean capacity) {
    Spread figure = capacity ? result.capacityPerSecond() : result.peakPerSecond();
    return figure.mean();
  }

  private static double percent(double ratio) {
    return Rounding.two(100 * (ratio - 1));
  }
}
