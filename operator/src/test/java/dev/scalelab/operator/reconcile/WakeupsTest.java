package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a testbed's objects, and answers to slow reads, as events for the SDK. */
class WakeupsTest {
  private final Neighbours neighbours =
      new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
  private final Wakeups wakeups =
      new Wakeups(
          neighbours,
          null,
          null,
          new WatchedObjects(null, Timing.ofMachine()),
          List.of(),
          Timing.ofMachine());
  private final List<ResourceID> woken = new CopyOnWriteArrayList<>();
  private final ScalabilityExperiment small = Experiments.small("lab");

  @BeforeEach
  void start() {
    wakeups.source().setEventHandler(event -> woken.add(event.getRelatedCustomResourceID()));
    wakeups.source().start();
    neighbours.seen(small);
  }

  @AfterEach
  void stop() {
    wakeups.stop(null);
  }

  @Test
  void changesThatComeTogetherWakeAnExperimentOnce() {
    for (int change = 0; change < 10; change++) {
      wake(small);
    }
    await(1);

    wake(small);
    await(2);
    assertThat(woken).containsOnly(ResourceID.fromResource(small));
  }

  @Test
  void nobodyIsWokenWhoIsUnknownOrGone() {
    wakeups.wake("lab", "another");
    ScalabilityExperiment gone = Experiments.cart("lab");
    gone.getMetadata().setName("gone");
    neighbours.seen(gone);
    neighbours.gone(gone);
    wake(gone);
    wake(small);

    await(1);
    assertThat(woken).containsExactly(ResourceID.fromResource(small));
  }

  private void wake(ScalabilityExperiment experiment) {
    wakeups.wake(experiment.getMetadata().getNamespace(), experiment.getMetadata().getName());
  }

  private void await(int times) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> woken.size() >= times);
  }
}
