package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UsersDoneTest {
  private static final long A_MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final List<String> last = new ArrayList<>();

  @Test
  void aWindowIsOverWhenTheLastOfItsUsersIsDone() {
    UsersDone done = new UsersDone(List.of(1, 2));

    done.one(1, () -> last.add("too soon"));
    assertThat(last).isEmpty();
    assertThat(done.in(1)).hasValue(1);
    done.one(1, () -> last.add("now"));

    assertThat(last).containsExactly("now");
    assertThat(done.in(1)).hasValue(2);
    assertThat(done.in(0)).as("of another window").hasValue(0);
  }

  @Test
  @Timeout(30)
  void waitersContinueAtOnceAndWaitNoLongerThanTheirTimeout() throws Exception {
    UsersDone done = new UsersDone(List.of(1, 1));
    done.one(0, () -> last.add("now"));

    done.await(0, A_MINUTE);
    long before = System.nanoTime();
    done.await(1, TimeUnit.MILLISECONDS.toNanos(20));

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(19));
  }

  @Test
  @Timeout(30)
  void withoutANumberOfTransactionsThereIsNoWaiting() throws Exception {
    UsersDone done = new UsersDone(List.of());

    done.await(0, A_MINUTE);

    assertThat(done.in(0)).isEmpty();
  }
}
