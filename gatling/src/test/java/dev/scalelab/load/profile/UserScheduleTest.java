package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.load.profile.UserSchedule.Stay;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UserScheduleTest {

  @Test
  void usersComeSpreadOverTheRampAndStayToTheEnd() {
    UserSchedule schedule = new UserSchedule(List.of(4), 10, 2);

    assertThat(schedule.allStays())
        .containsExactly(
            new Stay(0, 10_000),
            new Stay(500, 10_000),
            new Stay(1000, 10_000),
            new Stay(1500, 10_000));
  }

  @Test
  void afterASpikeThoseWhoCameLastLeaveFirst() {
    UserSchedule schedule = new UserSchedule(List.of(1, 3, 1), 10, 2);

    assertThat(schedule.allStays())
        .containsExactlyInAnyOrder(
            new Stay(0, 30_000), new Stay(10_000, 21_000), new Stay(11_000, 20_000));
  }

  @Test
  void thoseWhoAreThereHaveThePlacesFromZeroUp() {
    UserSchedule schedule = new UserSchedule(List.of(2, 5, 1, 3), 10, 2);

    for (int step = 0; step < 4; step++) {
      long lastMillis = step * 10_000L + 9_999;
      assertThat(
              IntStream.range(0, schedule.allStays().size())
                  .filter(user -> isThere(schedule.allStays().get(user), lastMillis))
                  .map(schedule::placeOf)
                  .sorted())
          .containsExactlyElementsOf(
              IntStream.range(0, List.of(2, 5, 1, 3).get(step)).boxed().toList());
    }
  }

  @Test
  void withoutARampAStepBeginsAtOnce() {
    UserSchedule schedule = new UserSchedule(List.of(2, 5, 1), 10, 0);

    assertThat(there(schedule, 9_999)).isEqualTo(2);
    assertThat(there(schedule, 10_000)).isEqualTo(5);
    assertThat(there(schedule, 20_000)).isEqualTo(1);
  }

  @Test
  void atEveryInstantOfTheRampAsManyAreThereAsTheTargetSays() {
    UserSchedule schedule = new UserSchedule(List.of(20, 50, 7), 10, 4);

    LongStream.range(0, 300)
        .map(tenth -> 100 * tenth)
        .forEach(
            millis ->
                assertThat((double) there(schedule, millis))
                    .as("users at %d ms", millis)
                    .isCloseTo(schedule.target(millis), within(1.01)));
  }

  private static long there(UserSchedule schedule, long millis) {
    return schedule.allStays().stream().filter(stay -> isThere(stay, millis)).count();
  }

  private static boolean isThere(Stay stay, long millis) {
    return stay.fromMillis() <= millis && millis < stay.toMillis();
  }
}
