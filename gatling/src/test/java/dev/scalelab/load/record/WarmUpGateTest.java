package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WarmUpGateTest {
  private static final int SECONDS = 15;

  @Test
  void serversAreWarmWhenAnIntervalHasHardlyMoreThanTheOneBefore() {
    WarmUpGate gate = new WarmUpGate(SECONDS);
    gate.interval(1000);
    assertThat(gate.isWarm()).as("after one interval").isFalse();
    assertThat(gate.risePercent()).isEmpty();

    gate.interval(1200);
    assertThat(gate.isWarm()).isFalse();
    assertThat(gate.risePercent().orElseThrow()).isCloseTo(20, within(1e-9));

    gate.interval(1230);
    assertThat(gate.isWarm()).isTrue();
  }

  /** Another load on the machine: it does not become better by waiting. */
  @Test
  void lessThanBeforeIsWarmToo() {
    WarmUpGate gate = new WarmUpGate(SECONDS);
    gate.interval(1000);
    gate.interval(700);

    assertThat(gate.isWarm()).isTrue();
  }

  @Test
  void whatAnswersNothingIsNotWarm() {
    WarmUpGate gate = new WarmUpGate(SECONDS);
    gate.interval(0);
    gate.interval(0);

    assertThat(gate.isWarm()).isFalse();
  }

  @Test
  void withoutIntervalsOnlyTheNumberOfTransactionsCounts() {
    assertThat(new WarmUpGate(0).isWarm()).isTrue();
  }

  /**
   * Servers that need 30 % more CPU at first, which falls by a factor of e each minute, with the
   * chance of 200 transactions a second and noise of 1 %: how much more they still need at the end,
   * instead of 22 % or more after a short warm-up; and how long warm servers have to wait.
   */
  @Test
  void itEndsWhenMostOfTheWarmUpIsOver() {
    Random random = new Random(1);
    double excess = 0;
    double seconds = 0;
    double ofWarmServers = 0;
    int runs = 2000;
    for (int run = 0; run < runs; run++) {
      double end = end(random, 0.3);
      excess += 0.3 * Math.exp(-end / 60);
      seconds += end;
      ofWarmServers += end(random, 0);
    }

    assertThat(excess / runs).isLessThan(0.15);
    assertThat(seconds / runs).isBetween(40.0, 60.0);
    assertThat(ofWarmServers / runs).isBetween(30.0, 35.0);
  }

  private static double end(Random random, double cold) {
    WarmUpGate gate = new WarmUpGate(SECONDS);
    int seconds = 0;
    while (!gate.isWarm()) {
      double completed = 0;
      for (int second = 0; second < SECONDS; second++) {
        completed += 200 / (1 + cold * Math.exp(-(seconds + second) / 60.0));
      }
      seconds += SECONDS;
      double noise = random.nextGaussian() / Math.sqrt(completed) + 0.01 * random.nextGaussian();
      gate.interval(Math.round(completed * (1 + noise)));
    }
    return seconds;
  }
}
