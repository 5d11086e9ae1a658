package dev.scalelab.load;

import static org.junit.jupiter.api.Assumptions.abort;

import java.util.concurrent.Callable;

/** Checks of times and rates, which depend on what else the machine does. */
final class Undisturbed {
  private static final int ATTEMPTS = 3;

  /** A run of the tests alone, three at a time, has about one. */
  private static final double MAX_THREADS_PER_CORE = 2;

  /**
   * A window of a second or two whose end is that much late has a twentieth more or less in it, and
   * each response of that time is late by as much.
   */
  private static final double MAX_PAUSE_MILLIS = 50;

  private static final double MAX_STOLEN_PERCENT = 10;

  private Undisturbed() {}

  /**
   * A run of the generator.
   *
   * @param machine what else the machine did meanwhile
   * @param check fails if the generator is wrong, or if the machine had no time for it
   */
  record Run(MachineWatch.Seen machine, Runnable check) {
    boolean isDisturbed() {
      return machine.threadsPerCore() > MAX_THREADS_PER_CORE
          || machine.pauseMillis() > MAX_PAUSE_MILLIS
          || machine.stolenPercent() > MAX_STOLEN_PERCENT;
    }
  }

  /**
   * Repeats a run that fails on a busy machine, or one that paused. The test is aborted if it was
   * so in all of them: they say nothing about the generator.
   */
  static void check(Callable<Run> attempt) throws Exception {
    for (int number = 1; number <= ATTEMPTS; number++) {
      Run run = attempt.call();
      System.out.println("the machine had " + run.machine());
      try {
        run.check().run();
        return;
      } catch (AssertionError e) {
        if (!run.isDisturbed()) {
          throw e;
        }
        System.out.println("on a disturbed machine: " + e.getMessage());
      }
    }
    abort("the machine was too busy, or paused, in each of %d runs".formatted(ATTEMPTS));
  }
}
