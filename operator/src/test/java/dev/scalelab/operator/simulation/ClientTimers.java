package dev.scalelab.operator.simulation;

import io.fabric8.kubernetes.client.utils.Utils;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Puts the timers of the Kubernetes client, by which watches begin again, under the clock of the
 * simulation that runs in the same thread. The client has one scheduler for the whole process and
 * no way to set it; without this a seed would not always give the same schedule.
 */
final class ClientTimers extends ScheduledThreadPoolExecutor implements AutoCloseable {
  private static final ThreadLocal<VirtualTime> CURRENT = new ThreadLocal<>();

  /** The client ends each watch after five to ten minutes, at random. */
  private static final long RANDOM_SECONDS = 300;

  /**
   * The client replaces a scheduler that has nothing to do. It looks every ten seconds, so a
   * simulation that followed other tests got real timers in its middle.
   */
  private static final long LONGER_THAN_ANY_TEST_DAYS = 1;

  private final Object scheduler;
  private final Field executor;
  private final Object before;

  ClientTimers() {
    super(1);
    setRemoveOnCancelPolicy(true);
    super.schedule(() -> {}, LONGER_THAN_ANY_TEST_DAYS, TimeUnit.DAYS);
    try {
      Field shared = Utils.class.getDeclaredField("SHARED_SCHEDULER");
      shared.setAccessible(true);
      scheduler = shared.get(null);
      executor = scheduler.getClass().getDeclaredField("executor");
      executor.setAccessible(true);
      before = executor.get(scheduler);
      executor.set(scheduler, this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this version of the client has other timers", e);
    }
  }

  /** Timers that this thread starts from here on are those of a simulation; null: of nobody. */
  static void of(VirtualTime time) {
    CURRENT.set(time);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    VirtualTime time = CURRENT.get();
    if (time == null) {
      return super.schedule(command, delay, unit);
    }
    boolean random = unit == TimeUnit.SECONDS && delay >= RANDOM_SECONDS;
    long seconds = RANDOM_SECONDS + (time.nanoTime() / 1000) % RANDOM_SECONDS;
    VirtualTimer.Task task = new VirtualTimer.Task();
    time.afterInOperator(
        random ? Duration.ofSeconds(seconds) : Duration.of(delay, unit.toChronoUnit()),
        () -> {
          if (!task.isDone()) {
            command.run();
            task.complete(null);
          }
        });
    return task;
  }

  @Override
  public void close() {
    try {
      executor.set(scheduler, before);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    shutdownNow();
  }
}
