package dev.scalelab.benchmark.support;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs a task many times in parallel. */
public final class Parallel {

  private static final int THREADS = 8;

  private Parallel() {}

  /** The task, which gets its number from 0. */
  public interface Task {

    /** Runs the task. */
    void run(int number) throws Exception;
  }

  /** Runs a task this number of times, and throws the exception of any of them. */
  public static void times(int times, Task task) throws Exception {
    times(times, THREADS, task);
  }

  /** The same with that number at the same time. */
  public static void times(int times, int atATime, Task task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(atATime);
    try {
      List<Callable<Void>> tasks =
          IntStream.range(0, times)
              .<Callable<Void>>mapToObj(
                  i ->
                      () -> {
                        task.run(i);
                        return null;
                      })
              .toList();
      for (Future<Void> done : threads.invokeAll(tasks, 300, TimeUnit.SECONDS)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
