package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that the operator runs through a test without failures; created when the test begins. */
final class OperatorHealth {
  private final Cluster cluster;
  private final Map<String, Integer> restarts;
  private final String since = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

  OperatorHealth(Cluster cluster) {
    this.cluster = cluster;
    this.restarts = restarts();
  }

  /** Requires that the same pod is Ready, was not restarted, and has logged no error. */
  void assertUndisturbed() {
    assertThat(restarts()).as("restarts of the operator's pods").isNotEmpty().isEqualTo(restarts);
    for (Pod pod : cluster.operators()) {
      assertThat(pod.getStatus().getContainerStatuses())
          .as("containers of %s", pod.getMetadata().getName())
          .allMatch(ContainerStatus::getReady);
      assertThat(errors(pod)).as("errors in the log of %s", pod.getMetadata().getName()).isEmpty();
    }
  }

  /** Its log has a JSON object a line. */
  private List<String> errors(Pod pod) {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName(pod.getMetadata().getName())
        .sinceTime(since)
        .getLog()
        .lines()
        .filter(
            line ->
                line.contains("\"level\":\"ERROR\"")
                    || line.contains("\"level\":\"FATAL\"")
                    || line.contains("InternalError"))
        .toList();
  }

  private Map<String, Integer> restarts() {
    return cluster.operators().stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getMetadata().getUid(),
                pod ->
                    pod.getStatus().getContainerStatuses().stream()
                        .mapToInt(ContainerStatus::getRestartCount)
                        .sum()));
  }
}
