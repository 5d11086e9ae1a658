package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs of a generator, repeated while the machine is the reason why none can be judged. */
final class AccuracyAttempts {
  private static final int ATTEMPTS = 3;

  /**
   * Maximum mean delay of a server in milliseconds: above it the times are caused by its machine,
   * not by the generator.
   */
  private static final double MAX_LATE = 0.5;

  /**
   * Maximum median delay of transactions' starts in a generator, in milliseconds, on a machine that
   * wakes threads quickly.
   */
  private static final double MAX_LATENESS = 2.5;

  /**
   * On any machine a generator is late by up to ten times as much as the server, whose timers are
   * the machine's own.
   */
  private static final double OF_SERVER = 15;

  /**
   * Maximum percentage of the window in which something may wait for a core: above it a late or
   * inaccurate generator says nothing of the generator.
   */
  private static final double MAX_SHORTAGE = 10;

  private AccuracyAttempts() {}

  /**
   * Compares a run with its servers' records of the same time. A run that cannot be judged, because
   * servers or generators were late, or were not accurate while the machine was short of cores, is
   * repeated. If no run can be judged, the test is aborted if it was the machine's fault in each:
   * the servers were late or the machine was short of cores. It fails if only the generators were
   * late in one, and if all were on time and none was accurate.
   *
   * @param attempt runs the generator
   * @param judge fails if the generator is not accurate
   */
  static void measure(Callable<AccuracyRun> attempt, Consumer<AccuracyRun> judge) throws Exception {
    List<String> unjudged = new ArrayList<>();
    List<String> onlyGenerators = new ArrayList<>();
    List<AssertionError> inaccurate = new ArrayList<>();
    while (unjudged.size() < ATTEMPTS) {
      AccuracyRun run = attempt.call();
      System.out.println(condition(run));
      run.assertThatNothingFailed();
      boolean disturbed = machineIsAtFault(run);
      if (isOnTime(run)) {
        try {
          judge.accept(run);
          return;
        } catch (AssertionError e) {
          if (!disturbed) {
            throw e;
          }
          inaccurate.add(e);
          System.out.println(e.getMessage());
        }
      } else if (!disturbed) {
        onlyGenerators.add(condition(run));
      }
      unjudged.add(condition(run));
    }
    assertThat(onlyGenerators).as("runs in which only generators were late").isEmpty();
    if (inaccurate.size() == ATTEMPTS) {
      throw inaccurate.get(0);
    }
    abort("accuracy cannot be judged: %s".formatted(unjudged));
  }

  private static String condition(AccuracyRun run) {
    return ("the server was late by %.2f ms on average, by much in %.3f %%; generators by %.2f ms"
            + " in the median; something waited for a core in %.0f %% of the window")
        .formatted(
            run.served().lateMillis(),
            run.served().heldUpPercent(),
            run.latenessMillis("p50Millis"),
            run.shortagePercent());
  }

  private static boolean isOnTime(AccuracyRun run) {
    double server = run.served().lateMillis();
    return server <= MAX_LATE
        && run.latenessMillis("p50Millis") <= Math.max(MAX_LATENESS, OF_SERVER * server);
  }

  private static boolean machineIsAtFault(AccuracyRun run) {
    return run.served().lateMillis() > MAX_LATE || run.shortagePercent() > MAX_SHORTAGE;
  }
}
