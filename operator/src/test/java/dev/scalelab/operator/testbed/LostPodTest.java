package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which pods have not run all the time. */
class LostPodTest {
  private static final Instant MOMENT = Instant.parse("2026-11-28T10:00:00.700Z");
  private static final String BEFORE = "2026-11-28T09:58:00Z";
  private static final String THE_SAME_SECOND = "2026-11-28T10:00:00Z";
  private static final String AFTER = "2026-11-28T10:00:01Z";
  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";
  private static final PodGroup SERVERS =
      PodGroup.measured(
          Tier.APPLICATION,
          "the servers",
          "spec.system.application",
          PodSettings.NONE,
          Map.of("tier", "application"),
          "app-[0-9]+",
          2);

  @Test
  void whoHasRunAllTheTimeIsNotLost() {
    assertThat(lost(pod("app-0", BEFORE, READY), pod("app-1", THE_SAME_SECOND, READY))).isEmpty();
  }

  @Test
  void aSuccessorShowsThatAPodWasLost() {
    assertThat(lost(pod("app-0", BEFORE, READY), pod("app-1", AFTER, READY)))
        .containsExactly("pod app-1 was created at 2026-11-28T10:00:01Z");
  }

  @Test
  void aContainerThatEndedAndStartedAgainWasLost() {
    String ended = "lastState: {terminated: {exitCode: 137, finishedAt: '%s'}}";

    assertThat(lost(pod("app-0", BEFORE, server(ended.formatted(AFTER))), ready("app-1")))
        .containsExactly("pod app-0 had a container that ended or started at 2026-11-28T10:00:01Z");
    assertThat(lost(pod("app-0", BEFORE, server(ended.formatted(BEFORE))), ready("app-1")))
        .as("before")
        .isEmpty();
  }

  /** Its end is not known if its node was lost with its kubelet. */
  @Test
  void aContainerWhoseEndNobodySawHasStartedAgain() {
    String started = "restartCount: %d, state: {running: {startedAt: '%s'}}";

    assertThat(lost(pod("app-0", BEFORE, server(started.formatted(1, AFTER))), ready("app-1")))
        .hasSize(1);
    assertThat(lost(pod("app-0", BEFORE, server(started.formatted(0, AFTER))), ready("app-1")))
        .as("its first start, by the clock of another machine")
        .isEmpty();
  }

  @Test
  void anotherContainerBesideItMayEnd() {
    String proxy =
        "containerStatuses: [{name: proxy, lastState: {terminated: {exitCode: 1, finishedAt: '%s'}}}]";

    assertThat(lost(pod("app-0", BEFORE, READY + "\n" + proxy.formatted(AFTER)), ready("app-1")))
        .isEmpty();
  }

  @Test
  void missingPodsAreCounted() {
    assertThat(lost(ready("app-0"))).containsExactly("1 of 2 pods of the servers are gone");
  }

  @Test
  void aPodOnALostNodeIsLostUnlessItIsReady() {
    String unready = "phase: Running\nconditions: [{type: Ready, status: 'False'}]";

    assertThat(lost(pod("app-0", BEFORE, unready), ready("app-1")))
        .containsExactly("pod app-0 is on node silent, which does not answer");
    assertThat(
            LostPod.since(
                MOMENT,
                List.of(SERVERS),
                List.of(pod("app-0", BEFORE, unready), ready("app-1")),
                node -> false))
        .as("it is only overloaded")
        .isEmpty();
  }

  @Test
  void aPodThatIsBeingDeletedIsLost() {
    Pod deleted = ready("app-0");
    deleted.getMetadata().setDeletionTimestamp(AFTER);

    assertThat(lost(deleted, ready("app-1"))).containsExactly("pod app-0 is being deleted");
  }

  private static List<String> lost(Pod... pods) {
    return LostPod.since(MOMENT, List.of(SERVERS), List.of(pods), Set.of("silent")::contains)
        .stream()
        .map(LostPod::toString)
        .toList();
  }

  private static String server(String fields) {
    return READY + "\ncontainerStatuses: [{name: server, " + fields + "}]";
  }

  private static Pod ready(String name) {
    return pod(name, BEFORE, READY);
  }

  private static Pod pod(String name, String created, String status) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, labels: {tier: application}, creationTimestamp: "%s"}
        spec: {nodeName: silent, containers: [{name: server}]}
        status:
          %s
        """
            .formatted(name, created, status.replace("\n", "\n  ")),
        Pod.class);
  }
}
