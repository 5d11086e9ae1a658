package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {

  @Test
  void aPlateauHasRateTimesSecondsUsers() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(20.0, 40.0), 10, 2);

    assertThat(usersBetween(schedule, 2, 10)).isEqualTo(8 * 20);
    assertThat(usersBetween(schedule, 12, 20)).isEqualTo(8 * 40);
  }

  @Test
  void aRampHasTheMeanOfBothRates() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(20.0, 40.0), 10, 2);

    assertThat(usersBetween(schedule, 0, 2)).isEqualTo(2 * (0 + 20) / 2);
    assertThat(usersBetween(schedule, 10, 12)).isEqualTo(2 * (20 + 40) / 2);
  }

  @Test
  void usersOfASecondAreSpreadEvenlyOverIt() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(4.0), 2, 0);

    assertThat(dueTimes(schedule))
        .containsExactly(0L, 250L, 500L, 750L, 1000L, 1250L, 1500L, 1750L);
  }

  @Test
  void aRateBelowOneLetsSecondsPassWithoutUsers() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(0.5), 8, 0);

    assertThat(dueTimes(schedule)).containsExactly(0L, 2000L, 4000L, 6000L);
  }

  @Test
  void usersBeforeAnInstantAreThoseDueEarlier() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(7.0, 13.5, 3.0), 11, 4);
    long[] due = dueTimes(schedule);

    for (long millis = -1; millis <= schedule.seconds() * 1000L + 1; millis++) {
      long instant = millis;
      assertThat(schedule.usersBefore(millis))
          .as("users before %d ms", millis)
          .isEqualTo(LongStream.of(due).filter(time -> time < instant).count());
    }
  }

  @Test
  void usersBeyondTheScheduleDoNotExist() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(4.0), 2, 0);

    assertThatThrownBy(() -> schedule.dueMillis(8)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void theTargetRateFollowsTheRamp() {
    ArrivalSchedule schedule = new ArrivalSchedule(List.of(20.0, 40.0), 10, 2);

    assertThat(schedule.target(1000)).isCloseTo(10, within(1e-9));
    assertThat(schedule.target(2000)).isEqualTo(20);
    assertThat(schedule.target(11000)).isCloseTo(30, within(1e-9));
    assertThat(schedule.target(19999)).isEqualTo(40);
    assertThat(schedule.target(20000)).isZero();
  }

  @Test
  void randomArrivalsAreAsManyAsEvenOnesInEachPartOfAStep() {
    ArrivalSchedule even = new ArrivalSchedule(List.of(20.0, 40.0), 10, 2);
    ArrivalSchedule random = ArrivalSchedule.random(List.of(20.0, 40.0), 10, 5, 2, 0, 1);

    for (int[] part : new int[][] {{0, 2}, {2, 5}, {5, 10}, {10, 12}, {12, 15}, {15, 20}}) {
      assertThat(usersBetween(random, part[0], part[1]))
          .isEqualTo(usersBetween(even, part[0], part[1]));
    }
    assertThat(dueTimes(random)).isSorted().isNotEqualTo(dueTimes(even));
    assertThat(dueTimes(random))
        .as("by the same seed")
        .isEqualTo(dueTimes(ArrivalSchedule.random(List.of(20.0, 40.0), 10, 5, 2, 0, 1)))
        .isNotEqualTo(dueTimes(ArrivalSchedule.random(List.of(20.0, 40.0), 10, 5, 2, 0, 2)));
  }

  @Test
  void usersBeforeAnInstantAreThoseDueEarlierAlsoAtRandom() {
    ArrivalSchedule schedule = ArrivalSchedule.random(List.of(7.0, 13.5, 3.0), 11, 6, 4, 0, 5);
    long[] due = dueTimes(schedule);

    for (long millis = -1; millis <= schedule.seconds() * 1000L + 1; millis++) {
      long instant = millis;
      assertThat(schedule.usersBefore(millis))
          .as("users before %d ms", millis)
          .isEqualTo(LongStream.of(due).filter(time -> time < instant).count());
    }
  }

  /** Of exponential times the standard deviation is the mean; of even ones it is 0. */
  @Test
  void timesBetweenRandomArrivalsAreExponential() {
    ArrivalSchedule schedule = ArrivalSchedule.random(List.of(50.0), 400, 0, 0, 0, 3);
    long[] due = dueTimes(schedule);
    double[] between =
        IntStream.range(1, due.length).mapToDouble(user -> due[user] - due[user - 1]).toArray();
    double mean = DoubleStream.of(between).average().orElseThrow();
    double squares =
        DoubleStream.of(between).map(time -> (time - mean) * (time - mean)).average().orElseThrow();

    assertThat(mean).isCloseTo(20, within(0.1));
    assertThat(Math.sqrt(squares)).isCloseTo(20, within(0.6));
    assertThat(DoubleStream.of(between).filter(time -> time > 40).count() / (double) due.length)
        .as("exp(-2)")
        .isCloseTo(0.135, within(0.015));
  }

  /**
   * Of 100 and 200 arrivals in 5 s 60 % come in the third second, beside its part of the others.
   */
  @Test
  void aSpikeIsInTheMiddleOfEachMeasuredPart() {
    ArrivalSchedule even = new ArrivalSchedule(List.of(20.0, 40.0), 10, 2);
    ArrivalSchedule spikes = ArrivalSchedule.withSpikes(List.of(20.0, 40.0), 10, 5, 2, 60);
    ArrivalSchedule random = ArrivalSchedule.random(List.of(20.0, 40.0), 10, 5, 2, 60, 1);

    for (ArrivalSchedule schedule : List.of(spikes, random)) {
      assertThat(schedule.isEven()).isFalse();
      for (int[] part : new int[][] {{0, 2}, {2, 5}, {5, 10}, {10, 12}, {12, 15}, {15, 20}}) {
        assertThat(usersBetween(schedule, part[0], part[1]))
            .isEqualTo(usersBetween(even, part[0], part[1]));
      }
      assertThat(usersBetween(schedule, 7, 8)).isGreaterThanOrEqualTo(60);
      assertThat(usersBetween(schedule, 17, 18)).isGreaterThanOrEqualTo(120);
      assertThat(dueTimes(schedule)).isSorted();
    }
    assertThat(usersBetween(spikes, 7, 8)).isEqualTo(68);
    assertThat(usersBetween(spikes, 8, 9)).isEqualTo(8);
    assertThat(usersBetween(spikes, 17, 18)).isEqualTo(136);
  }

  private static long usersBetween(ArrivalSchedule schedule, int fromSecond, int toSecond) {
    return schedule.usersBefore(toSecond * 1000L) - schedule.usersBefore(fromSecond * 1000L);
  }

  private static long[] dueTimes(ArrivalSchedule schedule) {
    return LongStream.range(0, schedule.users()).map(schedule::dueMillis).toArray();
  }
}
