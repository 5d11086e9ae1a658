package dev.scalelab.load;

import static org.junit.jupiter.api.Assumptions.abort;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Tells what the generator does to times from what the machine does to all its processes. */
final class CalmMachine {
  private static final int ATTEMPTS = 3;

  /**
   * Cores that other processes keep busy and that are idle: between them, a machine is not calm.
   */
  private static final double BUSY_OTHERS = 0.3;

  private static final double CALM_IDLE = 1.0;

  /**
   * Late by so much, in milliseconds, one in a hundred arrivals are of a generator that was kept
   * from running: some 2 ms are Gatling's own.
   */
  private static final double HELD_UP = 4;

  private CalmMachine() {}

  /**
   * Tries again after a failure while other processes take the cores, since then either side waits
   * for one, or when the generator was kept from running. Otherwise the first failure counts. A
   * generator that is held up each time fails; where others are always busy nothing is proved.
   *
   * @param attempt runs the generator
   * @param judge fails when the generator is not accurate
   */
  static void measure(Callable<AccuracyRun> attempt, Consumer<AccuracyRun> judge) throws Exception {
    String busy = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      HostLoad host = new HostLoad();
      AccuracyRun run = attempt.call();
      double others = host.others();
      double idle = host.idle();
      try {
        judge.accept(run);
        return;
      } catch (AssertionError e) {
        boolean calm = others < BUSY_OTHERS || idle > CALM_IDLE;
        boolean heldUp = run.latenessMillis() > HELD_UP && i + 1 < ATTEMPTS;
        if (calm && !heldUp) {
          throw e;
        }
        busy =
            "other processes took %.1f cores, %.1f were idle, arrivals were up to %.1f ms late"
                .formatted(others, idle, run.latenessMillis());
        System.out.printf("%s: %s%n", busy, e.getMessage());
      }
    }
    abort("accuracy cannot be measured on this machine now: " + busy);
  }
}
