package dev.scalelab.operator.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

/** A reconciliation that hangs is detected, and one that ended is not. */
class RunningReconciliationsTest {
  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final InstantSource source = () -> now;
  private final Clock clock = source.withZone(ZoneOffset.UTC);
  private final RunningReconciliations running = new RunningReconciliations(clock);

  @Test
  void onlyOneThatRunsForLongIsFound() {
    running.begin("default/hangs");
    running.begin("default/ends");
    running.end("default/ends");

    now = now.plusSeconds(299);
    running.begin("default/late");
    assertThat(running.longerThan(Duration.ofMinutes(5))).isEmpty();

    now = now.plusSeconds(1);
    assertThat(running.longerThan(Duration.ofMinutes(5))).hasValue("default/hangs");
  }

  @Test
  void theOperatorIsNotAliveWhileOneHangs() {
    WatchedNamespaces notStarted =
        new WatchedNamespaces(null) {
          @Override
          public boolean started() {
            return false;
          }
        };
    running.begin("default/hangs");
    assertThat(new LiveCheck(notStarted, running).call().getStatus()).isEqualTo(Status.UP);

    now = now.plus(Duration.ofHours(1));
    HealthCheckResponse hangs = new LiveCheck(notStarted, running).call();

    assertThat(hangs.getStatus()).isEqualTo(Status.DOWN);
    assertThat(hangs.getData()).hasValue(Map.of("hanging reconciliation", "default/hangs"));
  }
}
