package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which pods are disturbed, and when they are back. */
class DisturbedPodsTest {
  private static final Instant NOW = Instant.parse("2026-11-27T10:01:00Z");
  private static final List<Pod> SERVERS =
      List.of(ready("app-2", "u2"), ready("app-0", "u0"), ready("app-1", "u1"));

  private final DisturbanceResult made =
      DisturbanceResult.prepared(
              "kill", List.of(new DisturbedPod("app-1", "node-1", "u1")), "2026-11-27T10:00:30Z")
          .withMadeAt("2026-11-27T10:00:30.010Z");

  @Test
  void aPlaceIsByName() {
    assertThat(DisturbedPods.choose(server(2), 1, SERVERS))
        .containsExactly(new DisturbedPod("app-1", "node-1", "u1"));
    assertThat(DisturbedPods.choose(server(4), 1, SERVERS)).isEmpty();
    assertThat(
            DisturbedPods.choose(
                server(2), 1, List.of(unready(SERVERS.get(1)), SERVERS.get(2), SERVERS.get(0))))
        .as("whether the first one is back or not")
        .containsExactly(new DisturbedPod("app-1", "node-1", "u1"));
  }

  @Test
  void aSeedAlwaysDrawsTheSamePodsAndSeedsDrawAll() {
    assertThat(DisturbedPods.choose(count(2), 7, SERVERS))
        .hasSize(2)
        .doesNotHaveDuplicates()
        .isEqualTo(DisturbedPods.choose(count(2), 7, List.copyOf(SERVERS)));
    assertThat(
            LongStream.range(0, 50)
                .mapToObj(seed -> DisturbedPods.choose(count(1), seed, SERVERS).get(0).pod())
                .distinct())
        .containsExactlyInAnyOrder("app-0", "app-1", "app-2");
  }

  @Test
  void ofDatabasesThePrimaryComesFirst() {
    Pod replica = ready("db-1", "u1");
    replica.getMetadata().setLabels(Map.of("cnpg.io/instanceRole", "replica"));
    Pod primary = ready("db-2", "u2");
    primary.getMetadata().setLabels(Map.of("cnpg.io/instanceRole", "primary"));

    assertThat(DisturbedPods.choose(count(1), 1, List.of(replica, primary)))
        .extracting(DisturbedPod::pod)
        .containsExactly("db-2");
  }

  @Test
  void onlyReadyPodsAreChosen() {
    assertThat(DisturbedPods.choose(count(3), 1, List.of(SERVERS.get(0), unready(SERVERS.get(1)))))
        .extracting(DisturbedPod::pod)
        .containsExactly("app-2");
  }

  @Test
  void theyAreBackWhenTheLastOneIsReadyAndIsAnotherOne() {
    Pod successor = ready("app-1", "u9");
    successor.getStatus().getConditions().get(0).setLastTransitionTime("2026-11-27T10:00:42Z");

    assertThat(DisturbedPods.back(count(1), made, SERVERS, 3, NOW)).isEmpty();
    assertThat(
            DisturbedPods.back(
                count(1),
                made,
                List.of(SERVERS.get(0), SERVERS.get(1), unready(successor)),
                3,
                NOW))
        .isEmpty();
    assertThat(
            DisturbedPods.back(
                count(1), made, List.of(SERVERS.get(0), SERVERS.get(1), successor), 3, NOW))
        .contains(Instant.parse("2026-11-27T10:00:42Z"));
  }

  @Test
  void aKilledContainerIsBackWhenItsPodIsReadyWithANewOne() {
    PlannedDisturbance kill = planned(DisturbanceAction.KILL_CONTAINER, null);
    Pod old = running(SERVERS.get(2), "2026-11-27T09:00:00Z");
    Pod started = running(ready("app-1", "u1"), "2026-11-27T10:00:31Z");
    started.getStatus().getConditions().get(0).setLastTransitionTime("2026-11-27T10:00:50Z");

    assertThat(back(kill, old)).isEmpty();
    assertThat(back(kill, unready(started))).isEmpty();
    assertThat(back(kill, started)).contains(Instant.parse("2026-11-27T10:00:50Z"));
  }

  @Test
  void aPausedPodIsBackAtTheEndOfThePauseOrWhenItIsReadyAgain() {
    PlannedDisturbance pause = planned(DisturbanceAction.PAUSE_POD, 20);
    Pod later = ready("app-1", "u1");
    later.getStatus().getConditions().get(0).setLastTransitionTime("2026-11-27T10:00:55Z");

    assertThat(back(pause, SERVERS.get(2)))
        .as("it was ready all the time for its kubelet")
        .contains(Instant.parse("2026-11-27T10:00:50.010Z"));
    assertThat(back(pause, later)).contains(Instant.parse("2026-11-27T10:00:55Z"));
    assertThat(DisturbedPods.back(pause, made, SERVERS, 3, Instant.parse("2026-11-27T10:00:49Z")))
        .as("during the pause")
        .isEmpty();
  }

  @Test
  void aSwitchoverConcernsAReplicaAndHasEndedWhenThatIsThePrimary() {
    PlannedDisturbance over = planned(DisturbanceAction.SWITCHOVER, null);
    Pod primary = ready("db-1", "u0");
    primary.getMetadata().setLabels(Map.of("cnpg.io/instanceRole", "primary"));
    Pod replica = ready("db-2", "u1");

    assertThat(DisturbedPods.choose(over, 1, List.of(primary, replica)))
        .extracting(DisturbedPod::pod)
        .containsExactly("db-2");
    assertThat(DisturbedPods.back(over, made, List.of(primary, replica), 2, NOW)).isEmpty();
    replica.getMetadata().setLabels(Map.of("cnpg.io/instanceRole", "primary"));
    assertThat(DisturbedPods.back(over, made, List.of(primary, replica), 2, NOW)).contains(NOW);
  }

  @Test
  void aPodThatWasCutOffIsBackWhenItIsConnectedAgain() {
    PlannedDisturbance cut = planned(DisturbanceAction.CUT_NETWORK, 20);
    DisturbanceResult connected = made.withEndedAt("2026-11-27T10:00:51Z");

    assertThat(back(cut, SERVERS.get(2))).as("still cut off").isEmpty();
    assertThat(DisturbedPods.back(cut, connected, SERVERS, 3, NOW))
        .as("it was ready all the time for its kubelet, which is on its node")
        .contains(Instant.parse("2026-11-27T10:00:51Z"));
  }

  @Test
  void aDrainedNodeTakesThePodsOfTheTierWithItAndALostOneAllThatAreMeasured() {
    List<DisturbedPod> chosen = List.of(new DisturbedPod("app-0", "node-1", "u0"));
    Pod elsewhere = ready("app-3", "u3");
    elsewhere.getSpec().setNodeName("node-2");
    List<Pod> pods =
        List.of(
            ofTier("application", "app-0"),
            ofTier("application", "app-1"),
            ofTier("balancer", "lb"),
            ofTier("load", "load"),
            elsewhere);
    PodGroup servers = group(Tier.APPLICATION);

    assertThat(
            DisturbedPods.onNodes(
                planned(DisturbanceAction.DRAIN_NODE, 20), chosen, pods, List.of(servers)))
        .containsExactly(
            new DisturbedPod("app-0", "node-1", "app-0"),
            new DisturbedPod("app-1", "node-1", "app-1"));
    assertThat(
            DisturbedPods.onNodes(
                planned(DisturbanceAction.LOSE_NODE, 20),
                chosen,
                pods,
                List.of(servers, group(Tier.BALANCER))))
        .containsExactly(
            new DisturbedPod("app-0", "node-1", "app-0"),
            new DisturbedPod("app-1", "node-1", "app-1"),
            new DisturbedPod("lb", "node-1", "lb", "Balancer"));
  }

  private static PodGroup group(Tier tier) {
    return PodGroup.measured(
        tier, "them", "spec", PodSettings.NONE, Map.of(Labels.TIER, tier.label()), ".*", 2);
  }

  private static Pod ofTier(String tier, String name) {
    Pod pod = ready(name, name);
    pod.getMetadata().setLabels(Map.of(Labels.TIER, tier));
    return pod;
  }

  private Optional<Instant> back(PlannedDisturbance planned, Pod disturbed) {
    return DisturbedPods.back(
        planned, made, List.of(SERVERS.get(0), SERVERS.get(1), disturbed), 3, NOW);
  }

  private static PlannedDisturbance planned(DisturbanceAction action, Integer seconds) {
    return new PlannedDisturbance("it", action, "Application", 1, null, 1, 30, seconds);
  }

  private static Pod running(Pod pod, String since) {
    return new PodBuilder(pod)
        .editStatus()
        .addNewContainerStatus()
        .withName("server")
        .withNewState()
        .withNewRunning()
        .withStartedAt(since)
        .endRunning()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static PlannedDisturbance server(int place) {
    return new PlannedDisturbance(
        "kill", DisturbanceAction.DELETE_POD, "Application", null, place, 1, 30);
  }

  private static PlannedDisturbance count(int pods) {
    return new PlannedDisturbance(
        "kill", DisturbanceAction.DELETE_POD, "Application", pods, null, 1, 30);
  }

  private static Pod unready(Pod pod) {
    return new PodBuilder(pod)
        .editStatus()
        .editFirstCondition()
        .withStatus("False")
        .endCondition()
        .endStatus()
        .build();
  }

  private static Pod ready(String name, String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(uid)
        .withLabels(Map.of())
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .withLastTransitionTime("2026-11-27T09:00:00Z")
        .endCondition()
        .endStatus()
        .build();
  }
}
