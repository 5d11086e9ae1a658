package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UsersDoneTest {
  private static final long A_MINUTE = TimeUnit.MINUTES.toNanos(1);

  @Test
  void aWindowIsOverWhenTheLastOfItsUsersIsDone() {
    UsersDone done = new UsersDone(true, 1, 2);

    done.one(1, 700);
    assertThat(done.in(1)).hasValue(1);
    assertThat(done.lastNanos(1)).isEmpty();
    done.one(1, 500);

    assertThat(done.in(1)).hasValue(2);
    assertThat(done.lastNanos(1)).as("the latest, whoever told first").hasValue(700);
    assertThat(done.in(0)).as("another window's").hasValue(0);
  }

  @Test
  @Timeout(30)
  void whoWaitsIsToldAtOnceAndWaitsNoLongerThanItsTime() throws Exception {
    UsersDone done = new UsersDone(true, 1, 1);
    done.one(0, 5);

    done.await(0, A_MINUTE);
    long before = System.nanoTime();
    done.await(1, TimeUnit.MILLISECONDS.toNanos(20));

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(19));
  }

  @Test
  @Timeout(30)
  void whereUsersHaveNoNumberNobodyWaitsForThem() throws Exception {
    UsersDone done = new UsersDone(false, 3);

    done.await(0, A_MINUTE);

    assertThat(done.in(0)).isEmpty();
    assertThat(done.lastNanos(0)).isEmpty();
  }
}
