package dev.scalelab.operator.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which reconciliations of experiments are running, and since when; used to detect one that hangs.
 */
@ApplicationScoped
public class RunningReconciliations {
  private final Map<String, Instant> begun = new ConcurrentHashMap<>();
  private final Clock clock;

  public RunningReconciliations(Clock clock) {
    this.clock = clock;
  }

  /** Records that a reconciliation of this experiment has started. */
  public void begin(String experiment) {
    begun.put(experiment, clock.instant());
  }

  /** Records that it has ended, successfully or not. */
  public void end(String experiment) {
    begun.remove(experiment);
  }

  /**
   * The experiment whose reconciliation has run for this long or longer; empty if there is no such
   * experiment.
   */
  public Optional<String> longerThan(Duration limit) {
    Instant latest = clock.instant().minus(limit);
    return begun.entrySet().stream()
        .filter(pass -> !pass.getValue().isAfter(latest))
        .min(Comparator.comparing(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }
}
