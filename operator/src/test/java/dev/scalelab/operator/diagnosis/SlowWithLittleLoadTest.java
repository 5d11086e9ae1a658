package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A system whose responses take too long under any load: what little more load adds is not the
 * matter.
 */
class SlowWithLittleLoadTest {
  @Test
  void whatTheTimeConsistsOfIsNamed() {
    List<StepFigures> steps =
        List.of(
            slow(20, 2.4).withMeanMillis(150.0).withMisses(true),
            slow(60, 7.2).withMeanMillis(180.0).withMisses(true));

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(steps), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Wal");
    assertThat(found.message())
        .contains("; of 150 ms, the response time with little load, it explains 80 %");
  }

  /** The same figures where little load met the objectives: the growth is unexplained. */
  @Test
  void otherwiseItIsWhatTheTimeHasGrownBy() {
    List<StepFigures> steps =
        List.of(slow(20, 2.4).withMeanMillis(150.0), slow(60, 7.2).withMeanMillis(180.0));

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(steps), true);

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  private static StepFigures slow(double perSecond, double committing) {
    return GivenSystem.steps(perSecond, all -> all.servlets(0.15 * perSecond))
        .get(1)
        .withDatabaseWaits(List.of(new Waits(GivenSystem.COMMITS, committing)));
  }
}
