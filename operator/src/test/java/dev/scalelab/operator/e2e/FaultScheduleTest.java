package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.e2e.FaultSchedule.Fault;
import dev.scalelab.operator.e2e.FaultSchedule.Kind;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A seed is enough to run a schedule again, and a night's schedules have faults of all kinds. */
class FaultScheduleTest {
  private static final int A_NIGHT = 24;

  private static final List<FaultSchedule> MANY =
      LongStream.range(0, 1000).mapToObj(FaultSchedule::of).toList();

  @Test
  void isTheSameOfTheSameSeed() {
    for (FaultSchedule schedule : MANY) {
      assertThat(FaultSchedule.of(schedule.seed())).isEqualTo(schedule);
    }
  }

  @Test
  void differsBetweenSeeds() {
    assertThat(MANY).extracting(FaultSchedule::faults).doesNotHaveDuplicates();
  }

  @Test
  void hasTwoOrThreeFaultsInTheOrderOfTime() {
    assertThat(MANY)
        .extracting(FaultSchedule::faults)
        .allSatisfy(
            faults -> {
              assertThat(faults).hasSizeBetween(2, 3);
              assertThat(faults)
                  .extracting(Fault::atSecond)
                  .isSorted()
                  .allMatch(second -> second >= 0 && second <= FaultSchedule.LAST_SECOND);
            });
  }

  @Test
  void allKindsOccurInANight() {
    assertThat(MANY.subList(1, 1 + A_NIGHT))
        .flatExtracting(FaultSchedule::faults)
        .extracting(Fault::kind)
        .contains(Kind.values());
  }

  @Test
  void namesWhatHappensWhen() {
    FaultSchedule schedule =
        new FaultSchedule(
            1,
            List.of(
                new Fault(Kind.KILL_LOAD, 3, 0, 7), new Fault(Kind.STOP_API_SERVER, 40, 12, 0)));

    assertThat(schedule).hasToString("KILL_LOAD at 3 s, STOP_API_SERVER at 40 s for 12 s");
  }
}
