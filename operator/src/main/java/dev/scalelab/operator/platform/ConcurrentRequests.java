package dev.scalelab.operator.platform;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends requests that do not depend on each other at the same time, a few at a time: a
 * reconciliation that sends many of them takes as long as the slowest ones, not as all together.
 */
public final class ConcurrentRequests {
  private static final int THREADS = 4;

  static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          work -> {
            Thread thread = new Thread(work, "requests");
            thread.setDaemon(true);
            return thread;
          });

  private static final ThreadLocal<Boolean> ALONE = ThreadLocal.withInitial(() -> false);

  static {
    POOL.allowCoreThreadTimeOut(true);
  }

  private ConcurrentRequests() {}

  /**
   * Lets this thread send its requests itself, one after the other until one fails; for a
   * simulation, in which everything happens in one thread.
   */
  public static void sendAlone(boolean alone) {
    ALONE.set(alone);
  }

  /** Handles each element, as {@link #map} does. */
  public static <T> void forEach(Collection<T> elements, Consumer<T> request) {
    map(
        elements,
        element -> {
          request.accept(element);
          return element;
        });
  }

  /**
   * The answer for each element, in their order. All are asked for, even if one fails; then the
   * first failure is thrown.
   */
  public static <T, R> List<R> map(Collection<T> elements, Function<T, R> request) {
    if (ALONE.get()) {
      return elements.stream().map(request).toList();
    }
    List<FutureTask<R>> tasks =
        elements.stream().map(element -> new FutureTask<>(() -> request.apply(element))).toList();
    tasks.stream().skip(1).forEach(POOL::execute);
    tasks.forEach(FutureTask::run); // here too, as far as no thread has begun with it
    return answers(tasks);
  }

  private static <R> List<R> answers(List<? extends Future<R>> tasks) {
    List<R> answers = new ArrayList<>();
    Throwable failed = null;
    for (Future<R> task : tasks) {
      try {
        answers.add(task.get());
      } catch (ExecutionException e) {
        failed = failed == null ? e.getCause() : failed;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while requests were sent", e);
      }
    }
    if (failed instanceof Error error) {
      throw error;
    }
    if (failed != null) {
      throw (RuntimeException) failed; // a function throws nothing else
    }
    return answers;
  }
}
