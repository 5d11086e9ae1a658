package dev.scalelab.load.scenario;

import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.record.RunStream;
import dev.scalelab.load.record.UsersDone;
import dev.scalelab.load.settings.Settings;
import java.util.Optional;

/**
 * What the simulation needs. Gatling makes the simulation by its class name and passes nothing to
 * it, so this waits in a static field.
 *
 * @param settings the run's settings
 * @param recorder where everything is counted
 * @param clock the run's clock
 * @param stream what arrives beside the users; empty when nothing does
 * @param usersDone users of a closed model who have done their number of transactions
 */
public record LoadRun(
    Settings settings,
    RunRecorder recorder,
    RunClock clock,
    Optional<RunStream> stream,
    UsersDone usersDone) {
  private static volatile LoadRun current;

  /** Makes this the run of the next simulation. */
  public void install() {
    current = this;
  }

  static LoadRun current() {
    return current;
  }
}
