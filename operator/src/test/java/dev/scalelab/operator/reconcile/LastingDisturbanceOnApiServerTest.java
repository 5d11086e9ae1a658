package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A node or a network is taken away and given back, against a real API server, whenever the
 * operator is killed. All pods of the played cluster are on one node.
 */
class LastingDisturbanceOnApiServerTest {
  private static final String NODE = "played-app";
  private static final int SECONDS = 9;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Set<String> meanwhile = new HashSet<>();
  private DisturbedExperiment experiment;

  @AfterEach
  void disconnect() {
    experiment.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "AFTER_EACH_WRITE"})
  void aDrainedNodeLosesTheServersAndTakesPodsAgain(Kill kill) {
    DisturbanceResult drained = valid("drain-" + kill.ordinal(), "DrainNode", kill);

    assertThat(drained.pods()).as("both servers are on it").hasSize(2);
    assertThat(drained.pods()).extracting(DisturbedPod::tier).containsOnlyNulls();
    assertThat(experiment.ended()).containsExactlyInAnyOrderElementsOf(uids(drained));
    assertThat(meanwhile)
        .contains("held for " + api.namespace() + "/drain-" + kill.ordinal())
        .doesNotContain("cordoned", "labelled");
    assertThat(node()).isEqualTo("free");
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "AFTER_EACH_WRITE"})
  void aLostNodeTakesAllMeasuredPodsWithIt(Kill kill) {
    DisturbanceResult lost = valid("lose-" + kill.ordinal(), "LoseNode", kill);

    assertThat(lost.pods())
        .extracting(DisturbedPod::tier)
        .containsExactlyInAnyOrder(null, null, "Balancer");
    assertThat(experiment.ended()).containsExactlyInAnyOrderElementsOf(uids(lost));
    assertThat(meanwhile)
        .contains("held for " + api.namespace() + "/lose-" + kill.ordinal())
        .doesNotContain("cordoned", "labelled");
    assertThat(node()).isEqualTo("free");
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "AFTER_EACH_WRITE"})
  void aPodThatIsCutOffIsLabelledForItsTime(Kill kill) {
    played.endpoints().scraped(0);

    DisturbanceResult cut = valid("cut-" + kill.ordinal(), "CutNetwork", kill);

    assertThat(cut.pods()).hasSize(1);
    assertThat(meanwhile).containsExactly("cut " + cut.pods().get(0).uid());
    assertThat(experiment.ended()).isEmpty();
  }

  @Test
  void aNetworkThatEnforcesNothingMakesTheRunInvalid() {
    played.endpoints().scraped(1);

    RunResult run = failed("not-enforced", "CutNetwork");

    assertThat(run.message())
        .startsWith("kill was not made in step 1: pod not-enforced-base-2-app-")
        .contains(
            "still answered Prometheus: the cluster's network does not enforce NetworkPolicies");
  }

  @Test
  void aBudgetThatAllowsNoEvictionMakesTheRunInvalidAndTheNodeIsFree() {
    PodDisruptionBudget budget =
        new PodDisruptionBudgetBuilder()
            .withNewMetadata()
            .withName("none-may-go")
            .withNamespace(api.namespace())
            .endMetadata()
            .withNewSpec()
            .withMinAvailable(new IntOrString("100%"))
            .withNewSelector()
            .addToMatchLabels(Labels.TIER, "application")
            .endSelector()
            .endSpec()
            .build();
    api.client().resource(budget).create();
    try {
      RunResult run = failed("budget", "DrainNode");

      assertThat(run.message())
          .startsWith(
              "kill was not made in step 1: the API server does not allow the eviction of pod")
          .contains("disruption budget");
      assertThat(run.disturbances().get(0).endedAt()).isNotNull();
      assertThat(node()).isEqualTo("free");
    } finally {
      api.client().resource(budget).delete();
    }
  }

  @Test
  void aNodeThatSomebodyHasCordonedIsLeftAlone() {
    try {
      RunResult run =
          failed(
              run(
                  "cordoned",
                  "LoseNode",
                  Kill.NEVER,
                  () ->
                      api.client()
                          .nodes()
                          .withName(NODE)
                          .edit(LastingDisturbanceOnApiServerTest::cordoned)));

      assertThat(run.message())
          .isEqualTo("kill was not made in step 1: node played-app was cordoned already");
      assertThat(experiment.ended()).isEmpty();
      assertThat(node()).isEqualTo("cordoned");
    } finally {
      api.client().nodes().withName(NODE).edit(LastingDisturbanceOnApiServerTest::uncordoned);
    }
  }

  private DisturbanceResult valid(String name, String action, Kill kill) {
    ScalabilityExperiment ended = run(name, action, kill, () -> {});

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    RunResult run = experiment.first();
    assertThat(run.phase()).as(run.message()).isEqualTo(RunPhase.VALID);
    DisturbanceResult made = run.disturbances().get(0);
    assertThat(Duration.between(Instant.parse(made.madeAt()), Instant.parse(made.endedAt())))
        .isBetween(Duration.ofSeconds(SECONDS), Duration.ofSeconds(SECONDS + 12));
    assertThat(made.podsBackAt()).isNotNull();
    assertThat(experiment.pods())
        .allSatisfy(
            pod -> assertThat(pod.getMetadata().getLabels()).doesNotContainKey(Labels.NETWORK));
    return made;
  }

  private RunResult failed(String name, String action) {
    return failed(run(name, action, Kill.NEVER, () -> {}));
  }

  private RunResult failed(ScalabilityExperiment ended) {
    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = experiment.first();
    assertThat(run.reason()).isEqualTo(Reason.DISTURBANCE_FAILED);
    return run;
  }

  private ScalabilityExperiment run(String name, String action, Kill kill, Runnable before) {
    experiment = new DisturbedExperiment(api, played, name);
    return experiment.run(
        "action: %s, durationSeconds: %d".formatted(action, SECONDS),
        kill,
        new DisturbedExperiment.Meanwhile() {
          @Override
          public void before(List<Pod> chosen) {
            before.run();
          }

          @Override
          public void during() {
            look(action);
          }
        });
  }

  private void look(String action) {
    if (!action.equals("CutNetwork")) {
      meanwhile.add(node());
      return;
    }
    experiment.pods().stream()
        .filter(pod -> "cut".equals(pod.getMetadata().getLabels().get(Labels.NETWORK)))
        .forEach(pod -> meanwhile.add("cut " + pod.getMetadata().getUid()));
  }

  private static String node() {
    Node node = api.client().nodes().withName(NODE).get();
    boolean cordoned = Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    boolean held = node.getMetadata().getLabels().containsKey(Labels.HELD_UNTIL);
    return cordoned && held
        ? "held for " + node.getMetadata().getAnnotations().get(Labels.HELD_FOR)
        : cordoned ? "cordoned" : held ? "labelled" : "free";
  }

  private static Node cordoned(Node node) {
    node.getSpec().setUnschedulable(true);
    return node;
  }

  private static Node uncordoned(Node node) {
    node.getSpec().setUnschedulable(null);
    return node;
  }

  private static Set<String> uids(DisturbanceResult made) {
    Set<String> uids = new HashSet<>();
    made.pods().forEach(pod -> uids.add(pod.uid()));
    return uids;
  }
}
