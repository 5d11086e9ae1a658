package dev.scalelab.operator.e2e;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A wait for an object's state. When it is too long, the error has the object's status, the latest
 * events, and the last lines of the pods that are not ready.
 */
final class Until {
  private static final int EVENTS = 12;
  private static final int LINES = 15;

  private Until() {}

  /**
   * Waits until an object exists and satisfies a condition.
   *
   * @throws AssertionError after {@code minutes}
   */
  static <T extends HasMetadata> T reached(
      KubernetesClient client, Resource<T> resource, Predicate<T> condition, int minutes) {
    try {
      return resource.waitUntilCondition(
          found -> found != null && condition.test(found), minutes, TimeUnit.MINUTES);
    } catch (KubernetesClientTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + state(client, resource), e);
    }
  }

  private static String state(KubernetesClient client, Resource<? extends HasMetadata> resource) {
    List<String> lines = new ArrayList<>();
    try {
      lines.add(status(client, resource.get()));
      lines.addAll(events(client));
      lines.addAll(unreadyPods(client));
    } catch (KubernetesClientException e) {
      lines.add("its state cannot be read: " + e.getMessage());
    }
    return String.join("\n", lines);
  }

  private static String status(KubernetesClient client, HasMetadata object) {
    if (object == null) {
      return "it does not exist";
    }
    var serialization = client.getKubernetesSerialization();
    Object status =
        serialization
            .unmarshal(serialization.asJson(object), GenericKubernetesResource.class)
            .get("status");
    return "its status: " + serialization.asJson(status);
  }

  private static List<String> events(KubernetesClient client) {
    return client.v1().events().inNamespace(Cluster.NAMESPACE).list().getItems().stream()
        .sorted(Comparator.comparing(Until::time).reversed())
        .limit(EVENTS)
        .map(
            event ->
                "%s %s %s: %s"
                    .formatted(
                        time(event),
                        event.getInvolvedObject().getName(),
                        event.getReason(),
                        event.getMessage()))
        .toList();
  }

  /** Of a repeated event the last one. */
  private static String time(Event event) {
    return event.getLastTimestamp() == null
        ? event.getMetadata().getCreationTimestamp()
        : event.getLastTimestamp();
  }

  private static List<String> unreadyPods(KubernetesClient client) {
    return client.pods().inNamespace(Cluster.NAMESPACE).list().getItems().stream()
        .filter(pod -> !Readiness.isPodReady(pod) && !Readiness.isPodSucceeded(pod))
        .map(pod -> "pod %s:\n%s".formatted(pod.getMetadata().getName(), log(client, pod)))
        .toList();
  }

  /** Of a container that was started again, the log of its start before. */
  private static String log(KubernetesClient client, Pod pod) {
    boolean again =
        pod.getStatus().getContainerStatuses().stream()
            .anyMatch(container -> container.getRestartCount() > 0);
    try {
      var output = client.pods().resource(pod).withReadyWaitTimeout(0);
      return again
          ? output.terminated().tailingLines(LINES).getLog()
          : output.tailingLines(LINES).getLog();
    } catch (KubernetesClientException e) {
      return e.getMessage(); // it has not started
    }
  }
}
