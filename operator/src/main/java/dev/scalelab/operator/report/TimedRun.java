package dev.scalelab.operator.report;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import java.time.Duration;
import java.time.Instant;

/**
 * A run with its times, which an estimate reads often, and parses once.
 *
 * @param begin when its load began; null before
 * @param end when it ended; null before
 */
record TimedRun(RunResult run, Instant begin, Instant end) {

  static TimedRun of(RunResult run) {
    return new TimedRun(run, parsed(run.startedAt()), parsed(run.finishedAt()));
  }

  private static Instant parsed(String time) {
    return time == null ? null : Instant.parse(time);
  }

  /** Its round, from 1; 0 if its plan is not known. */
  int round() {
    return run.plan() == null ? 0 : run.plan().repetition();
  }

  /** Steps that it has: a search's run may have an overload step after its own. */
  int steps() {
    return run.plan() == null ? 1 : run.plan().steps().size();
  }

  boolean running() {
    return run.phase() == RunPhase.RUNNING;
  }

  /** Whether its load has begun, and it has not been judged. */
  boolean loading() {
    return running() && begin != null;
  }

  boolean valid() {
    return run.phase() == RunPhase.VALID;
  }

  /** From the begin of its load to its end. */
  double loadSeconds() {
    return seconds(begin, end);
  }

  static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }
}
