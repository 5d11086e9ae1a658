package dev.scalelab.operator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Utils;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientTimersTest {
  @Test
  void timersStayThoseOfTheSimulationAfterTheClientHasLookedForAnIdleScheduler() throws Exception {
    List<String> happened = new ArrayList<>();
    VirtualTime time = new VirtualTime();
    try (ClientTimers timers = new ClientTimers()) {
      ClientTimers.of(time);
      Object scheduler = sharedScheduler();
      looksForIdleness(scheduler);
      Utils.schedule(Runnable::run, () -> happened.add("timer"), 1, TimeUnit.SECONDS);
      time.next(time.instant().plus(Duration.ofSeconds(2)));
    } finally {
      ClientTimers.of(null);
    }
    assertThat(happened).containsExactly("timer");
  }

  private static Object sharedScheduler() throws Exception {
    Field shared = Utils.class.getDeclaredField("SHARED_SCHEDULER");
    shared.setAccessible(true);
    return shared.get(null);
  }

  /** What the client does every ten seconds once it had a timer of its own. */
  private static void looksForIdleness(Object scheduler) throws Exception {
    Method check = scheduler.getClass().getDeclaredMethod("shutdownCheck");
    check.setAccessible(true);
    check.invoke(scheduler);
  }
}
