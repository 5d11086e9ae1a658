package dev.scalelab.load.scenario;

import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.record.RunStream;
import dev.scalelab.load.record.Unanswered;
import dev.scalelab.load.record.UsersDone;
import dev.scalelab.load.record.WarmUpGate;
import dev.scalelab.load.settings.Settings;
import java.util.Optional;

/**
 * The parameters of the simulation. Gatling creates the simulation by its class name without
 * arguments, so they are passed in a static field.
 *
 * @param settings the run's settings
 * @param recorder the run's recorder
 * @param clock the run's clock
 * @param stream the stream in addition to the users; empty without a stream
 * @param usersDone users of a closed model who have completed their number of transactions
 * @param gate whether servers are warm
 * @param unanswered when a request last ended without a response
 */
public record LoadRun(
    Settings settings,
    RunRecorder recorder,
    RunClock clock,
    Optional<RunStream> stream,
    UsersDone usersDone,
    WarmUpGate gate,
    Unanswered unanswered) {
  private static volatile LoadRun current;

  /** Makes this the run of the next simulation. */
  public void install() {
    current = this;
  }

  static LoadRun current() {
    return current;
  }
}
