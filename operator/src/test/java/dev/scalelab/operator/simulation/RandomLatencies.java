package dev.scalelab.operator.simulation;

import java.time.Duration;
import java.util.Random;

/** A cluster that takes times that differ, as real ones do. */
final class RandomLatencies implements SimulatedPods.Latencies {
  private final Random random;

  RandomLatencies(Random random) {
    this.random = random;
  }

  @Override
  public Duration podStarts() {
    return between(1_000, 9_000);
  }

  @Override
  public Duration podEnds() {
    return between(100, 6_000);
  }

  @Override
  public Duration podIsResized() {
    return between(200, 2_000);
  }

  @Override
  public Duration controllerActs() {
    return between(10, 900);
  }

  @Override
  public Duration databaseStarts() {
    return between(8_000, 40_000);
  }

  private Duration between(int minMillis, int maxMillis) {
    return Duration.ofMillis(minMillis + random.nextInt(maxMillis - minMillis));
  }
}
