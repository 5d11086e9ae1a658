package dev.scalelab.operator.simulation;

import dev.scalelab.operator.platform.ConcurrentRequests;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** While the tests of a class run, simulations have the timers of the Kubernetes client. */
final class SimulatedTime implements BeforeAllCallback, AfterAllCallback {
  /** Every fault has a line in the log, with its trace. */
  private static final List<Logger> LOGS =
      List.of(Logger.getLogger("dev.scalelab.operator"), Logger.getLogger("io.fabric8"));

  private ClientTimers timers;

  @Override
  public void beforeAll(ExtensionContext context) {
    timers = new ClientTimers();
    ConcurrentRequests.sendAlone(true);
    LOGS.forEach(log -> log.setLevel(Level.OFF));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    timers.close();
    ConcurrentRequests.sendAlone(false);
    LOGS.forEach(log -> log.setLevel(null));
  }
}
