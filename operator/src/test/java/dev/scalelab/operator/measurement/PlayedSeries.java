package dev.scalelab.operator.measurement;

import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** Plays series of batches: arrivals by chance, and slow noise that neighbouring batches share. */
final class PlayedSeries {
  private final Random random;
  private final int batches;
  private final double transactions;
  private final double noise;
  private final double correlation;

  /**
   * @param transactions mean number of transactions in a batch
   * @param noise standard deviation of the slow noise, as a fraction of the mean
   * @param correlation of the slow noise in neighbouring batches
   */
  PlayedSeries(long seed, int batches, double transactions, double noise, double correlation) {
    this.random = new Random(seed);
    this.batches = batches;
    this.transactions = transactions;
    this.noise = noise;
    this.correlation = correlation;
  }

  /** A series whose mean in each batch is this. */
  double[] next(IntToDoubleFunction level) {
    double[] series = new double[batches];
    double slow = random.nextGaussian() * noise;
    double fresh = noise * Math.sqrt(1 - correlation * correlation);
    for (int i = 0; i < batches; i++) {
      slow = i == 0 ? slow : correlation * slow + fresh * random.nextGaussian();
      double mean = level.applyAsDouble(i) * (1 + slow);
      series[i] = mean * (1 + random.nextGaussian() / Math.sqrt(transactions * mean));
    }
    return series;
  }

  /** A series without any change. */
  double[] flat() {
    return next(i -> 1);
  }

  /** A series that changes evenly by this fraction from its start to its end. */
  double[] drifting(double change) {
    return next(i -> 1 + change * ((i + 0.5) / batches - 0.5));
  }

  /** A series whose second half is higher by this fraction. */
  double[] shifted(double change) {
    return next(i -> i < batches / 2 ? 1 : 1 + change);
  }
}
