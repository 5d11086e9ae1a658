package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.StepResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeakTest {
  private static final double AN_EVEN_SPEED = 1;

  /**
   * As observed: the third server used its whole CPU limit, and each transaction took half as much
   * CPU more.
   */
  @Test
  void whatTransactionsCostMoreAtThePeakIsTheMachinesDoing() throws Exception {
    Peak two = peak(step(3, 50, 0, 0.362), step(4, 67.53, 785, 0.399));
    Peak three = peak(step(3, 50, 0, 0.357), step(4, 67.73, 784, 0.592));

    Peak.Growth growth = two.to(three);
    assertThat(growth.seen()).isCloseTo(1.0, within(0.01));
    assertThat(growth.atEvenCost()).isCloseTo(1.5, within(0.01));
    assertThat(growth.max()).isEqualTo(growth.atEvenCost());
    assertThat(growth.min()).isEqualTo(growth.seen());
  }

  /** Servers that need more CPU together at any load do not scale, which must not be corrected. */
  @Test
  void whatTransactionsCostMoreAtEveryLoadIsNot() throws Exception {
    Peak two = peak(step(3, 50, 0, 0.36), step(4, 67.5, 785, 0.4));
    Peak three = peak(step(3, 50, 0, 0.54), step(4, 67.5, 785, 0.6));

    assertThat(two.to(three).max()).isCloseTo(1.0, within(0.01));
  }

  /** With an unchanged CPU cost per transaction, unused CPU is no reason to correct the ratio. */
  @Test
  void serversThatDoNotUseTheirCpuHaveNotGrown() throws Exception {
    Peak two = peak(step(3, 50, 0, 0.36), step(4, 67.5, 785, 0.4));
    Peak three = peak(step(3, 50, 0, 0.36), step(4, 67.5, 785, 0.4));

    assertThat(two.to(three).max()).isCloseTo(1.0, within(0.01));
  }

  @Test
  void withoutAStepThatBothKeptThereIsNoExcuse() throws Exception {
    Peak two = peak(step(3, 50, 1, 0.36), step(4, 67.5, 785, 0.4));
    Peak three = peak(step(3, 50, 0, 0.36), step(4, 67.5, 785, 0.6));

    assertThat(two.to(three).max()).isCloseTo(1.0, within(0.01));
  }

  private static Peak peak(StepResult kept, StepResult highest) {
    return new Peak(highest.mixPerSecond(), highest, List.of(kept, highest), AN_EVEN_SPEED);
  }

  private static StepResult step(int number, double perSecond, int failed, double cores)
      throws JsonProcessingException {
    return new ObjectMapper()
        .readValue(
            """
            {"step": %d, "mixPerSecond": %s, "counts": {"failed": %d},
             "evidence": {"tiers": [{"tier": "application", "cpuCores": %s}]}}
            """
                .formatted(number, perSecond, failed, cores),
            StepResult.class);
  }
}
