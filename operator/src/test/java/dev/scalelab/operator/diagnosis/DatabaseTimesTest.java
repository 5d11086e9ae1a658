package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.BALANCER;
import static dev.scalelab.operator.diagnosis.GivenSystem.BEANS;
import static dev.scalelab.operator.diagnosis.GivenSystem.BEAN_THREADS;
import static dev.scalelab.operator.diagnosis.GivenSystem.COMMITS;
import static dev.scalelab.operator.diagnosis.GivenSystem.DATABASE;
import static dev.scalelab.operator.diagnosis.GivenSystem.LOCKS;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static dev.scalelab.operator.diagnosis.GivenSystem.REQUESTS;
import static dev.scalelab.operator.diagnosis.GivenSystem.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.TimePart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in a database that are no CPU of it: waits for locks and commits, and what is left. */
class DatabaseTimesTest {

  /**
   * As measured: with little load the three samples met the same slow commit each time, so that
   * commits seemed to take longer than connections were held.
   */
  @Test
  void hotRowsAreNamedAlthoughSamplesMetTooManyCommits() {
    StepFigures low =
        recorded(2, 0, 242.3)
            .cpu(DATABASE, 0.09, 1)
            .cpu(APPLICATION, 0.136, 0.8)
            .cpu(BALANCER, 0.008, 0.5)
            .slots(new Slots(POOL, 1, 40, 273.92, 0.0))
            .slots(new Slots(THREADS, 1, 16, 365.0, 0.0))
            .slots(new Slots(REQUESTS, 0.714, 64, 365.0, 0.0))
            .waits(COMMITS, 1)
            .servlets(0.365)
            .figures();
    StepFigures high =
        recorded(21.5, 1.2, 3946.2)
            .cpu(DATABASE, 0.14, 1)
            .cpu(APPLICATION, 0.352, 0.8)
            .cpu(BALANCER, 0.019, 0.5)
            .slots(new Slots(POOL, 16, 40, 14797.3, 0.0))
            .slots(new Slots(THREADS, 16, 16, 15576.0, 48.3))
            .slots(new Slots(REQUESTS, 64, 64, 15576.0, 29.9))
            .waits(LOCKS, 12.667)
            .waits(COMMITS, 1)
            .servlets(15.576)
            .figures();

    Bottleneck found = GivenSystem.diagnosis("base-1", List.of(List.of(low, high)), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Locks");
    assertThat(found.confidence()).as(found.message()).isEqualTo(Confidence.MEDIUM);
  }

  /** As measured: of 450 transactions 385 had ended, and 25 waited for a thread on average. */
  @Test
  void aQueueThatGrowsIsNoReasonForDoubt() {
    StepFigures low =
        recorded(2, 0, 147.43)
            .cpu(APPLICATION, 0.136, 0.8)
            .slots(new Slots(POOL, 0, 40, 230.8, 0.0))
            .slots(new Slots(THREADS, 0, 16, 259.0, 0.0))
            .servlets(0.259)
            .figures();
    GivenSystem high =
        recorded(25.67, 0, 935.84)
            .cpu(APPLICATION, 0.352, 0.8)
            .slots(new Slots(POOL, 15.667, 40, 12238.7, 0.0))
            .slots(new Slots(THREADS, 15.667, 16, 12487.0, 25.0))
            .waits(LOCKS, 9.667)
            .waits(COMMITS, 2.333)
            .servlets(12.487);

    Bottleneck found = GivenSystem.diagnosis("base-1", List.of(List.of(low, high.figures())), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Locks");
    assertThat(found.times()).contains(new TimePart("unexplained", -524.5));
  }

  private static GivenSystem recorded(double perSecond, double failed, double meanMillis) {
    GivenSystem system = new GivenSystem(perSecond).without(BEANS).without(BEAN_THREADS);
    system.step.failedPerSecond(failed).meanMillis(meanMillis);
    return system;
  }

  /** Both are at least half of 301 ms: 317 and 152. */
  @Test
  void theTimeThatIsTwiceTheNextIsTheOnlyOne() {
    assertThat(diagnosed(9.1).resource()).isEqualTo("Database/Locks");
    assertThat(diagnosed(9.7).resource()).isNull();
  }

  private static Bottleneck diagnosed(double commits) {
    List<StepFigures> steps =
        GivenSystem.steps(
            60,
            high ->
                high.waits(LOCKS, 19)
                    .waits(COMMITS, commits)
                    .slots(POOL, 19, 20, 1)
                    .servlets(22.5)
                    .step
                    .meanMillis(430.0));
    return GivenSystem.diagnosis("base-4", List.of(steps), true);
  }
}
