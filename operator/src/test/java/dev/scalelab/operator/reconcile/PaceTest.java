package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** While one experiment is measured, hundreds that are created do not take its time. */
class PaceTest {
  private long nanos;

  @Test
  void tenMayLookASecond() {
    Pace pace = new Pace(() -> nanos);
    assertThat(allowed(pace)).as("at once").isEqualTo(10);

    nanos += Duration.ofMillis(500).toNanos();
    assertThat(allowed(pace)).isEqualTo(5);

    nanos += Duration.ofHours(1).toNanos();
    assertThat(allowed(pace)).as("they are not saved up").isEqualTo(10);
  }

  @Test
  void onlyThoseAreHeldUpThatHaveNotStartedWhileOneHas() {
    Neighbours neighbours = new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
    NextLook look =
        new NextLook(neighbours, experiment -> false, Clock.systemUTC(), System::nanoTime);
    ScalabilityExperiment waiting = Experiments.small("default");
    assertThat(IntStream.range(0, 50).filter(i -> look.postponed(waiting, true).isPresent()))
        .as("nobody is measured")
        .isEmpty();

    ScalabilityExperiment started =
        Serialization.jsonMapper()
            .convertValue(
                Map.of(
                    "metadata", Map.of("name", "started", "namespace", "default", "uid", "u"),
                    "spec", waiting.getSpec(),
                    "status", Map.of("startTime", "2026-01-01T00:00:00Z")),
                ScalabilityExperiment.class);
    neighbours.seen(started);

    assertThat(IntStream.range(0, 50).filter(i -> look.postponed(waiting, true).isPresent()))
        .hasSize(40);
    assertThat(look.postponed(started, true)).isEmpty();
    assertThat(look.postponed(waiting, false)).contains(Duration.ofSeconds(1));
  }

  private static int allowed(Pace pace) {
    return (int) IntStream.range(0, 50).filter(i -> pace.allows()).count();
  }
}
