package dev.scalelab.operator.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which passes over experiments are running, and since when: one that hangs is found by it. */
@ApplicationScoped
public class RunningPasses {
  private final Map<String, Instant> begun = new ConcurrentHashMap<>();
  private final Clock clock;

  public RunningPasses(Clock clock) {
    this.clock = clock;
  }

  /** Notes that a pass over this experiment has begun. */
  public void begin(String experiment) {
    begun.put(experiment, clock.instant());
  }

  /** Notes that it has ended, however. */
  public void end(String experiment) {
    begun.remove(experiment);
  }

  /** The experiment whose pass has run for this long or longer; empty when there is none. */
  public Optional<String> longerThan(Duration limit) {
    Instant latest = clock.instant().minus(limit);
    return begun.entrySet().stream()
        .filter(pass -> !pass.getValue().isAfter(latest))
        .min(Comparator.comparing(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }
}
