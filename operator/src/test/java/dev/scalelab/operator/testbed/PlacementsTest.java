package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded of pods to which others have added something. */
class PlacementsTest {
  /** It sends no request. */
  private final KubernetesClient client = new KubernetesClientBuilder().build();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void additionsOfManyPodsFitIntoTheirTrial() {
    List<String> twelve = Collections.nCopies(12, "x".repeat(160));

    List<PodPlacement> placements =
        Placements.of(
            IntStream.range(0, 100).mapToObj(PlacementsTest::pod), pod -> twelve, pod -> true);

    assertThat(placements).hasSize(100);
    assertThat(placements.get(0).added()).isEqualTo(twelve);
    assertThat(placements.get(99).added()).containsExactly("more than is recorded");
    assertThat(
            placements.stream().flatMap(pod -> pod.added().stream()).mapToInt(String::length).sum())
        .isLessThan(23_000);
  }

  @Test
  void anImageThatAnotherOperatorChoosesIsNotThatOfLaterPods() {
    assertThat(Placements.of(Stream.of(pod(1)), pod -> List.of(), pod -> false))
        .extracting(PodPlacement::image, PodPlacement::requestedImage)
        .containsExactly(tuple("server:1", null));
    assertThat(Placements.of(Stream.of(pod(1)), pod -> List.of(), pod -> true))
        .extracting(PodPlacement::requestedImage)
        .containsExactly("server:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no spec",
        "[]",
        "{\"containers\":",
        "{\"containers\":[{\"image\":\"x\"}]}",
        "{\"containers\":null,\"volumes\":[null]}"
      })
  void anAnnotationThatIsNoSpecCostsNothing(String annotation) {
    Pod pod = pod(1);
    pod.getMetadata().setAnnotations(Map.of("cnpg.io/podSpec", annotation));

    var databases = new Databases(null, new DatabaseManifest(Experiments.images()), client);
    ScalabilityExperiment experiment = Experiments.small("default");

    assertThat(
            databases
                .requested(experiment, Experiments.two(experiment), pod)
                .map(spec -> databases.additions(Experiments.two(experiment), pod, spec))
                .orElse(List.of()))
        .isEmpty();
  }

  private static Pod pod(int number) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: app-%d, labels: {scalelab.dev/tier: application}}
        spec: {nodeName: node, containers: [{name: server, image: "server:1"}]}
        status: {phase: Running}
        """
            .formatted(number),
        Pod.class);
  }
}
