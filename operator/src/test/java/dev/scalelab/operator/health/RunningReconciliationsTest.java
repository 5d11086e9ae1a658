package dev.scalelab.operator.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** A reconciliation that hangs is detected, and one that ended is not. */
class RunningReconciliationsTest {
  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final InstantSource source = () -> now;
  private final Clock clock = source.withZone(ZoneOffset.UTC);
  private final RunningReconciliations passes = new RunningReconciliations(clock);

  @Test
  void onlyAPassThatRunsForLongIsFound() {
    passes.begin("default/hangs");
    passes.begin("default/ends");
    passes.end("default/ends");

    now = now.plusSeconds(299);
    passes.begin("default/late");
    assertThat(passes.longerThan(Duration.ofMinutes(5))).isEmpty();

    now = now.plusSeconds(1);
    assertThat(passes.longerThan(Duration.ofMinutes(5))).hasValue("default/hangs");
  }
}
