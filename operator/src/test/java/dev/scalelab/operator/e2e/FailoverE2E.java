package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** One of two servers is deleted under load, by the operator, once and in time. */
@Isolated("what else runs takes the cores that are measured")
class FailoverE2E {
  private static final String FAILOVER =
      Disturbed.cart(
          "failing-over", 110, "name: kill, action: DeletePod, tier: Application, atSecond: 20");

  private final Cluster cluster = new Cluster();
  private final Pauses pauses = new Pauses();

  @AfterEach
  void close() {
    pauses.close();
    cluster.close();
  }

  @Test
  void theServerIsDeletedInTimeAndIsBack() throws Exception {
    cluster.apply(FAILOVER);

    ScalabilityExperiment measured = cluster.awaitFinished("failing-over", 8);

    RunResult run = cluster.validRun("failing-over-base-2");
    DisturbanceResult made = run.disturbances().get(0);
    assertThat(Instant.parse(made.dueAt()))
        .isEqualTo(Instant.parse(run.startedAt()).plusSeconds(20));
    long paused = pauses.longest().toMillis();
    assertThat(made.lateMillis())
        .as("late, in milliseconds, on a machine that paused for %d", paused)
        .isBetween(0L, 1000 + paused);
    DisturbedPod pod = made.pods().get(0);
    assertThat(killed(pod))
        .as("when its kubelet stopped it")
        .hasSize(1)
        .allSatisfy(
            at ->
                assertThat(Duration.between(Instant.parse(made.madeAt()), at).abs())
                    .isLessThan(Duration.ofSeconds(3).plusMillis(paused)));
    assertThat(made.podsBackAt())
        .as(() -> "when both servers were ready again; events: " + ofServers())
        .isNotNull();
    assertThat(made.effect().podsBackSeconds()).isBetween(3.0, 90.0);
    DisturbanceRow row = measured.getStatus().configurations().get(0).disturbances().get(0);
    assertThat(row.text()).startsWith("deleting 1 of 2 servers in step 1 lost ");
    assertThat(row.runs()).isEqualTo(1);
    assertThat(row.state()).isEqualTo(run.steps().get(0).state());
    assertThat(row.state().sessions()).as("sessions of eight users in a minute").isPositive();
  }

  /** The kubelet's own events about this pod, and not about the one that follows it. */
  private List<Instant> killed(DisturbedPod pod) {
    return events()
        .filter(event -> pod.uid().equals(event.getInvolvedObject().getUid()))
        .filter(event -> event.getReason().equals("Killing"))
        .map(Event::getFirstTimestamp)
        .map(Instant::parse)
        .toList();
  }

  private List<String> ofServers() {
    return events()
        .filter(event -> event.getInvolvedObject().getName().startsWith("failing-over-base-2-app-"))
        .map(event -> event.getLastTimestamp() + " " + event.getReason() + " " + event.getMessage())
        .sorted()
        .toList();
  }

  private Stream<Event> events() {
    return cluster.client().v1().events().inNamespace(Cluster.NAMESPACE).list().getItems().stream();
  }
}
