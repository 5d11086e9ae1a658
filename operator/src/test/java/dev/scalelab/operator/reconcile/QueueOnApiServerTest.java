package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.RefusedDatabases;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments that may use the same nodes run one after the other. */
class QueueOnApiServerTest {
  private static final int MOST_PASSES = 500;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final List<ScalabilityExperiment> applied = new ArrayList<>();
  private MortalClient client;
  private Operator operator;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    operator = operator(false);
  }

  private Operator operator(boolean nodesOnDemand) {
    return Operator.queueing(
        client.client(),
        played.endpoints().prometheus(),
        List.of(api.namespace(), "served-but-gone", other()),
        nodesOnDemand);
  }

  @AfterEach
  void stop() {
    applied.forEach(experiment -> api.client().resource(experiment).delete());
    client.close();
  }

  @Test
  void theSecondStartsByItselfWhenTheFirstHasEnded() {
    ScalabilityExperiment first = applied("ended-first", api.namespace());
    pass(first);
    ScalabilityExperiment second = applied("after-end", api.namespace());
    assertQueued(second, "waits for %s/ended-first, which has started".formatted(api.namespace()));

    boolean over = false;
    boolean leaving = false;
    for (int pass = 0; pass < MOST_PASSES && !over; pass++) {
      over = !pass(first);
      ScalabilityExperiment now = now(first);
      if (!leaving && now.getStatus().ended()) {
        leaving = true;
        assertQueued(
            second,
            "which ended, is suspended or is being deleted, but its testbed is not removed yet");
      }
      played.cluster().play(now);
    }

    assertThat(now(first).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(leaving).as("it waited for the testbed's removal").isTrue();
    assertStarts(second);
  }

  @Test
  void theSecondStartsByItselfWhenTheFirstIsDeleted() {
    ScalabilityExperiment first = applied("deleted-first", api.namespace());
    pass(first);
    ScalabilityExperiment second = applied("after-deletion", other());
    assertQueued(second, "waits for %s/deleted-first".formatted(api.namespace()));

    api.client().resource(first).delete();

    assertStarts(second);
  }

  @Test
  void oneWithoutWhatItNeedsLetsAYoungerOneGoFirstAndThenWaitsForIt() {
    ScalabilityExperiment first = applied("missing", api.namespace(), "disk: ssd");
    pass(first);
    assertThat(accepted(first).getReason()).isEqualTo(Reason.NO_MATCHING_NODE.text());
    ScalabilityExperiment second = applied("able", api.namespace());
    assertStarts(second);

    label("played-load", "disk", "ssd");

    assertQueued(first, "waits for %s/able, which has started".formatted(api.namespace()));
  }

  @Test
  void aDatabaseThatIsRefusedIsReportedWhileAnotherRuns() throws InterruptedException {
    RefusedDatabases.refuse(api);
    pass(applied("runs", api.namespace()));
    ScalabilityExperiment refused =
        Experiments.applied(
            api,
            "refused-database",
            Experiments.with(Experiments.small(api.namespace()), RefusedDatabases.SYSTEM));
    applied.add(refused);

    pass(refused);

    assertThat(accepted(refused).getReason()).isEqualTo(Reason.REFUSED.text());
    assertThat(accepted(refused).getMessage())
        .contains("spec.system.databases[main]: ", RefusedDatabases.MESSAGE);
    assertThat(now(refused).getStatus().phase()).isEqualTo(Phase.QUEUED);
  }

  @Test
  void twoThatLackedTheSameNodeDoNotStartTogether() {
    ScalabilityExperiment first = applied("lockstep-a", api.namespace(), "disk: nvme");
    ScalabilityExperiment second = applied("lockstep-b", api.namespace(), "disk: nvme");
    pass(first);
    pass(second);

    label("played-load", "disk", "nvme");
    passAtTheSameMoment(first, second);
    assertThat(accepted(first).getMessage()).contains("is queued together with", "lockstep-b");
    passAtTheSameMoment(first, second);

    assertThat(now(first).getStatus().phase()).isEqualTo(Phase.RUNNING);
    assertThat(now(second).getStatus().phase()).isEqualTo(Phase.QUEUED);
  }

  @Test
  void othersOfOtherNodesDoNotWait() {
    ScalabilityExperiment first = applied("here", api.namespace());
    pass(first);

    assertStarts(elsewhere("elsewhere", "scalelab.dev/role: database"));
  }

  @Test
  void nodesThatAreCreatedOnDemandAreNotWaitedForAndHaveTheirQueueToo() {
    operator = operator(true);
    ScalabilityExperiment first = applied("on-demand-a", api.namespace(), "pool: big");

    assertStarts(first);

    pass(first);
    assertThat(accepted(first).getMessage())
        .as("it stays in the condition")
        .contains(
            "nodes are expected to be created on demand: spec.system.balancer.pod.nodeSelector: no node has the"
                + " labels pool=big");
    assertThat(api.events("on-demand-a"))
        .extracting(Event::getReason)
        .contains(Reason.NODES_EXPECTED.text());
    ScalabilityExperiment second = elsewhere("on-demand-b", "pool: big");
    pass(second);
    assertThat(accepted(second).getMessage())
        .contains("on-demand-a, which has started and may use nodes with the labels {pool=big}");
  }

  /** Neither sees what the other's reconciliation writes. */
  private void passAtTheSameMoment(ScalabilityExperiment one, ScalabilityExperiment other) {
    Runnable status = operator.passBeforeStatus(now(one));
    pass(other);
    status.run();
  }

  private void assertQueued(ScalabilityExperiment experiment, String message) {
    assertThat(pass(experiment)).as("looks again").isTrue();
    assertThat(now(experiment).getStatus().phase()).isEqualTo(Phase.QUEUED);
    assertThat(accepted(experiment).getStatus()).isEqualTo("False");
    assertThat(accepted(experiment).getReason()).isEqualTo(Reason.QUEUED.text());
    assertThat(accepted(experiment).getMessage())
        .contains(message)
        .containsPattern("may use the node played-(app|load) too");
    assertThat(now(experiment).getStatus().startTime()).as("nothing was created").isNull();
  }

  private void assertStarts(ScalabilityExperiment experiment) {
    pass(experiment);
    assertThat(now(experiment).getStatus().phase())
        .as(now(experiment).getStatus().message())
        .isEqualTo(Phase.RUNNING);
    assertThat(accepted(experiment).getStatus()).isEqualTo("True");
  }

  private boolean pass(ScalabilityExperiment experiment) {
    return operator.pass(now(experiment));
  }

  private static Condition accepted(ScalabilityExperiment experiment) {
    return now(experiment).getStatus().conditions().stream()
        .filter(condition -> condition.getType().equals("Accepted"))
        .findFirst()
        .orElseThrow();
  }

  private static ScalabilityExperiment now(ScalabilityExperiment experiment) {
    return api.client().resource(experiment).get();
  }

  private ScalabilityExperiment applied(String name, String namespace) {
    return applied(name, namespace, "scalelab.dev/role: load");
  }

  /** One configuration without a database, whose balancer runs on the nodes with that label. */
  private ScalabilityExperiment applied(String name, String namespace, String label) {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.cart(namespace),
            """
            sweep: {replicas: [1]}
            system: {balancer: {pod: {nodeSelector: {%s}}}}
            """
                .formatted(label));
    applied.add(Experiments.applied(api, name, experiment));
    return applied.get(applied.size() - 1);
  }

  /** An experiment on the node of databases, whose balancer runs on the nodes with that label. */
  private ScalabilityExperiment elsewhere(String name, String label) {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.cart(api.namespace()),
            """
            system:
              application: {pod: {nodeSelector: {scalelab.dev/role: database}}}
              balancer: {pod: {nodeSelector: {%s}}}
            load: {generators: {pod: {nodeSelector: {scalelab.dev/role: database}}}}
            """
                .formatted(label));
    applied.add(Experiments.applied(api, name, experiment));
    return applied.get(applied.size() - 1);
  }

  private static void label(String node, String key, String value) {
    api.client()
        .nodes()
        .withName(node)
        .edit(
            found ->
                new NodeBuilder(found)
                    .editMetadata()
                    .addToLabels(key, value)
                    .endMetadata()
                    .build());
  }

  /** Another namespace with experiments. */
  private static String other() {
    String name = api.namespace() + "-other";
    if (api.client().namespaces().withName(name).get() == null) {
      api.client()
          .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
          .create();
    }
    return name;
  }
}
