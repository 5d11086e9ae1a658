package dev.scalelab.load;

import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import java.util.stream.Stream;

/**
 * A server whose responses are delayed with a configured distribution.
 *
 * <p>The golden ratio's multiples fill 0 to 1 evenly: any sequence of requests has nearly the exact
 * distribution, so that a window's borders do not matter.
 *
 * @param shares shares of the requests, from 0 to 1, each with the delay in milliseconds that is
 *     not exceeded by this share; linear between
 */
record KnownDelays(double[][] shares) implements Behaviour {
  private static final double GOLDEN_RATIO = 0.6180339887498949;

  @Override
  public Reaction reactionTo(long request) {
    return part(0, 1).reactionTo(request);
  }

  /** A server with the delays that lie between two shares of all, also evenly. */
  Behaviour part(double from, double to) {
    return request -> {
      double millis = millis(from + (to - from) * (request * GOLDEN_RATIO % 1));
      return new Reaction(Action.ANSWER, (long) (millis * 1e6));
    };
  }

  /** The same distribution with each delay multiplied by a factor. */
  KnownDelays timesLonger(double factor) {
    return new KnownDelays(
        Stream.of(shares)
            .map(share -> new double[] {share[0], share[1] * factor})
            .toArray(double[][]::new));
  }

  /** The delay at a percentile. */
  double percentileMillis(double percentile) {
    return millis(percentile / 100);
  }

  /** The mean of all delays. */
  double meanMillis() {
    double sum = 0;
    for (int i = 1; i < shares.length; i++) {
      sum += (shares[i][0] - shares[i - 1][0]) * (shares[i][1] + shares[i - 1][1]) / 2;
    }
    return sum;
  }

  private double millis(double share) {
    int upper = 1;
    while (shares[upper][0] < share) {
      upper++;
    }
    double[] from = shares[upper - 1];
    double[] to = shares[upper];
    return from[1] + (to[1] - from[1]) * (share - from[0]) / (to[0] - from[0]);
  }
}
