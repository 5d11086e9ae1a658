package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.ClusterWatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How long a reconciliation takes at a busy API server: as long as the requests that it sends one
 * after the other. What does not depend on each other is sent at the same time, or in the next one.
 */
class RoundTripsOnApiServerTest {
  private static final int MAX_PASSES = 500;

  /** A first look reads and tries everything; it comes once. */
  private static final int OF_A_FIRST_LOOK = 14;

  /** Thirteen objects are deleted in one of them, and seven created in another. */
  private static final int OF_EVERY_OTHER = 8;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final ExecutorService readers = Executors.newFixedThreadPool(2);
  private RoundTrips trips;
  private ClusterWatch nodes;
  private Operator operator;
  private ResultWatch watch;

  @BeforeEach
  void start() {
    trips = new RoundTrips(api.client(), played.endpoints());
    nodes = new ClusterWatch(api.client(), Timing.ofMachine());
    nodes.start(null);
    operator =
        Operator.watching(
            trips.client(),
            played.endpoints().prometheus(),
            api.namespace(),
            nodes,
            new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine()));
    operator.readBy(readers);
    watch = operator.watch(api.client(), api.namespace());
    operator.objects().start(List.of(api.namespace()), (namespace, experiment) -> {});
    await("the watches", () -> operator.objects().follows(api.namespace()));
    await("the nodes", nodes::watchesNodes);
  }

  @AfterEach
  void stop() {
    readers.shutdown();
    operator.objects().stop();
    watch.stop(null);
    nodes.stop(null);
    trips.close();
  }

  @Test
  void aReconciliationSendsFewRequestsOneAfterTheOther() {
    ScalabilityExperiment e =
        Experiments.applied(
            api,
            "trips",
            Experiments.with(
                Experiments.twoDatabases(api.namespace()),
                """
                variants: [{name: big, system: {databases: [{name: main, memory: 1Gi}]}}]
                sweep: {replicas: [2]}
                """));

    boolean more = true;
    for (int pass = 0; more && pass < MAX_PASSES; pass++) {
      boolean first = stored(e).getStatus() == null;
      ScalabilityExperiment now = stored(e);
      trips.reset();
      more = operator.pass(now);

      assertThat(trips.longest() > 0).as("counted").isEqualTo(!trips.requests().isEmpty());
      assertThat(trips.longest())
          .as("one after the other of %s", trips.requests())
          .isLessThanOrEqualTo(first ? OF_A_FIRST_LOOK : OF_EVERY_OTHER);
      played.cluster().play(stored(e));
    }
    assertThat(stored(e).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
  }

  private static ScalabilityExperiment stored(ScalabilityExperiment e) {
    return api.client().resource(e).get();
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
