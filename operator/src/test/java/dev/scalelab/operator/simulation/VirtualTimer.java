package dev.scalelab.operator.simulation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer without a thread: what it has to do happens in the simulation's own order. */
final class VirtualTimer extends ScheduledThreadPoolExecutor {
  private final VirtualTime time;
  private boolean ended;

  VirtualTimer(VirtualTime time) {
    super(1);
    this.time = time;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return start(time, command, Duration.of(delay, unit.toChronoUnit()), null);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return start(
        time,
        command,
        Duration.of(initialDelay, unit.toChronoUnit()),
        Duration.of(delay, unit.toChronoUnit()));
  }

  private ScheduledFuture<?> start(
      VirtualTime time, Runnable command, Duration delay, Duration period) {
    Task task = new Task();
    plan(task, command, delay, period);
    return task;
  }

  private void plan(Task task, Runnable command, Duration delay, Duration period) {
    time.afterInOperator(
        delay,
        () -> {
          if (ended || task.isDone()) {
            return;
          }
          command.run();
          if (period == null) {
            task.complete(null);
          } else {
            plan(task, command, period, period);
          }
        });
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public java.util.List<Runnable> shutdownNow() {
    ended = true;
    return java.util.List.of();
  }

  /** A task that can be cancelled. */
  static final class Task extends CompletableFuture<Void> implements ScheduledFuture<Void> {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }
}
