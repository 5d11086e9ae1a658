package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.TimePart;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where the response time of simulated systems goes. */
class TimeBreakdownTest {

  @Test
  void thePartsAddUpAndOnlyTheBalancerItselfIsUnexplained() {
    RandomSystems systems = new RandomSystems(7);
    Random random = new Random(8);
    for (int i = 0; i < 20; i++) {
      RandomSystems.Given given = systems.next(1.4, 4);
      SimulatedSystem system = new SimulatedSystem(given.design());
      StepFigures step = system.measure((int) Math.ceil(0.7 * given.users()), random);
      TimeBreakdown times = TimeBreakdown.of(step);
      double sum = times.parts().stream().mapToDouble(TimePart::millis).sum();

      assertThat(sum).isCloseTo(step.meanMillis(), within(0.05));
      if (given.first() != Resource.BALANCER_CPU) {
        double alone =
            given.design().cpuSeconds().get(Resource.BALANCER_CPU)
                / Math.min(1, given.design().cores().get(Resource.BALANCER_CPU));
        assertThat(times.unexplained())
            .as("of %s ms, the balancer needs %s alone", step.meanMillis(), 1000 * alone)
            .isBetween(500 * alone, 5000 * alone);
      }
      if (given.first() == Resource.DATABASE_LOCKS) {
        assertThat(times.locks()).isGreaterThan(1000 * 0.3 * given.design().lockSeconds());
      }
    }
  }

  @Test
  void itIsThatOfTransactionsThatFailToo() {
    StepFigures step = GivenSystem.steps(60, high -> high.step.failedPerSecond(60)).get(1);

    TimeBreakdown times = TimeBreakdown.of(step);

    assertThat(times.database()).isCloseTo(8, withinPercentage(1));
    assertThat(times.application()).isCloseTo(10, withinPercentage(1));
  }

  /** What is not known is in the part around it, and no part of 0 ms. */
  @Test
  void aPartWithoutFiguresIsLeftOut() {
    StepFigures step = GivenSystem.steps(60, high -> high.waits(GivenSystem.LOCKS, 0.6)).get(1);
    TimeBreakdown all = TimeBreakdown.of(step);
    TimeBreakdown without = TimeBreakdown.of(step.withDatabaseWaits(List.of()));

    assertThat(all.parts()).extracting(TimePart::part).contains("locks", "commits");
    assertThat(without.parts())
        .extracting(TimePart::part)
        .doesNotContain("locks", "io", "commits", "idleInTransaction");
    assertThat(without.database()).isCloseTo(all.database() + 10, withinPercentage(1));
    assertThat(without.unexplained()).isCloseTo(all.unexplained(), within(0.01));
  }

  /** 0.6 connections at 60 a second are 10 ms, which the database's own time does not have. */
  @Test
  void readsAndWritesAreAPartOfTheirOwn() {
    StepFigures step = GivenSystem.steps(60, high -> {}).get(1);
    StepFigures reading = GivenSystem.steps(60, high -> high.waits(GivenSystem.IO, 0.6)).get(1);
    TimeBreakdown without = TimeBreakdown.of(step);
    TimeBreakdown times = TimeBreakdown.of(reading);

    assertThat(times.parts()).contains(new TimePart("io", 10.0));
    assertThat(times.database()).isCloseTo(without.database() - 10, within(0.01));
    assertThat(times.unexplained()).isCloseTo(without.unexplained(), within(0.01));
  }

  @Test
  void withoutTheTimeInTheApplicationThereIsNone() {
    StepFigures step = GivenSystem.steps(60, high -> high.servlets(0)).get(1);

    assertThat(TimeBreakdown.of(step.withServletMillis(null))).isNull();
    assertThat(TimeBreakdown.of(step.withMeanMillis(null))).isNull();
    assertThat(TimeBreakdown.of(step).application()).isCloseTo(0, withinPercentage(1));
  }
}
