package dev.scalelab.operator.analysis;

/**
 * Ratio of a figure of two configurations, from rounds that both have.
 *
 * @param log its logarithm, the mean of the rounds' differences
 * @param standardError of the logarithm
 * @param degrees degrees of freedom of that standard error
 * @param rounds number of rounds
 */
public record Ratio(double log, double standardError, int degrees, int rounds) {

  /** The ratio with its 95 % interval. */
  public LogInterval interval() {
    return new LogInterval(log, Quantiles.t95(degrees) * standardError);
  }

  /** The ratio with an interval of another confidence, for example 0.99. */
  LogInterval interval(double confidence) {
    double t = Quantiles.t((1 + confidence) / 2, degrees);
    return new LogInterval(log, t * standardError);
  }

  /** The smallest difference that these rounds could show, as a fraction: 0.05 is 5 %. */
  public double noiseFloor() {
    return Math.expm1(interval().halfWidth());
  }

  /** Probability of a ratio at least as far from 1 if both did the same. */
  double chance() {
    return log == 0 ? 1 : Quantiles.twoSided(log / standardError, degrees);
  }
}
