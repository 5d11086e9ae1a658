package dev.scalelab.benchmark.balancing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The weight that a server of half a core asks for, second by second. */
class CpuLoadTest {
  private static final long SECOND = 1_000_000_000L;

  private final CpuLoad load = new CpuLoad(0.5, 0, 0);
  private long nanos;
  private long cpuNanos;

  @Test
  void anIdleServerHasItsWholeWeight() {
    use(0, 10);

    assertThat(load.weightPercent()).isEqualTo(100);
  }

  @Test
  void aServerThatUsesHalfOfItsCpuHasHalfOfItsWeight() {
    use(0.25, 60);

    assertThat(load.weightPercent()).isEqualTo(50);
  }

  @Test
  void aSaturatedServerStillGetsRequests() {
    use(0.5, 60);

    assertThat(load.weightPercent()).isEqualTo(10);
  }

  /** As during the warm-up, with a higher limit: it is not more than saturated. */
  @Test
  void moreCpuThanItMayUseIsForgottenAsFastAsAnyLoad() {
    use(2, 60);
    use(0, 60);

    assertThat(load.weightPercent()).isEqualTo(100);
  }

  @Test
  void aChangeIsSmoothed() {
    use(0.5, 1);

    assertThat(load.weightPercent()).as("after a second").isBetween(80, 84);
    use(0.5, 4);
    assertThat(load.weightPercent()).as("after five").isBetween(35, 38);
  }

  /** The balancer's health checks and a person may ask at any time. */
  @Test
  void theWeightDoesNotDependOnHowOftenItIsAskedFor() {
    CpuLoad rarely = new CpuLoad(0.5, 0, 0);
    rarely.add(4 * SECOND, SECOND);
    use(0.25, 4);

    assertThat(load.weightPercent()).isEqualTo(rarely.weightPercent());
  }

  private void use(double cores, int seconds) {
    for (int i = 0; i < seconds; i++) {
      nanos += SECOND;
      cpuNanos += (long) (cores * SECOND);
      load.add(nanos, cpuNanos);
    }
  }
}
