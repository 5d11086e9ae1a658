package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NextLookTest {
  private static final Duration UNLESS_WOKEN = Duration.ofSeconds(5);

  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final NextStep clear = new NextStep.ClearTestbed(Experiments.two(experiment), false);
  private final Observed observed =
      ObservedBuilder.builder().unusable(new Leftover(1, "Pod small-base-1-app-0", null)).build();

  @Test
  void whatWatchesReportIsNotLookedFor() {
    assertThat(after(observed, true)).isEqualTo(UNLESS_WOKEN);
  }

  /** Of the kinds in a namespace one cannot be watched, and this experiment waits for it. */
  @Test
  void whatIsReadOfAKindThatIsNotWatchedIsLookedFor() {
    assertThat(after(observed.notReported(), true)).isEqualTo(clear.requeueAfter());
  }

  @Test
  void whereNothingIsWatchedEverythingIsLookedFor() {
    assertThat(after(observed, false)).isEqualTo(clear.requeueAfter());
  }

  private Duration after(Observed seen, boolean woken) {
    Neighbours neighbours = new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
    return new NextLook(neighbours, any -> woken, Clock.systemUTC(), System::nanoTime)
        .after(experiment, seen, clear);
  }
}
