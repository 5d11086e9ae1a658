package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Gives pods the last messages of their containers that ended with an error and left none in the
 * pod's status, as those of CloudNativePG: from the end of their logs. Nothing else of a log is
 * kept, and of many pods only a few are asked.
 */
public final class EndedContainers {
  private static final String OOM_KILLED = "OOMKilled";

  /** Enough for the reason and what follows it until the container ends. */
  private static final int LINES = 60;

  private static final int BYTES = 128 * 1024;

  /**
   * The pod that is reported, which is the first by name, and another two: a database that ends
   * twice with the same message does not start.
   */
  private static final int PODS = 3;

  /** For all pods together: a kubelet that does not answer must not hold the operator. */
  private static final long NANOS = Duration.ofSeconds(2).toNanos();

  private static final int KEPT = 200;

  private final KubernetesClient client;

  /** By pod, container and end: a log that was read is not read again, it changes no more. */
  private final Map<String, String> read =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
              return size() > KEPT;
            }
          });

  public EndedContainers(KubernetesClient client) {
    this.client = client;
  }

  /** The same pods, with the last messages of the containers that are the reason to report. */
  public List<Pod> withLogTail(List<Pod> pods) {
    if (PodTrouble.worst(pods).filter(PodTrouble::ended).isEmpty()) {
      return pods;
    }
    Set<String> asked =
        pods.stream()
            .filter(pod -> PodTrouble.of(pod).filter(PodTrouble::ended).isPresent())
            .map(pod -> pod.getMetadata().getName())
            .sorted()
            .limit(PODS)
            .collect(Collectors.toSet());
    long end = System.nanoTime() + NANOS;
    return pods.stream()
        .map(pod -> asked.contains(pod.getMetadata().getName()) ? withLogTail(pod, end) : pod)
        .toList();
  }

  private Pod withLogTail(Pod pod, long deadline) {
    Pod copy = new PodBuilder(pod).build();
    PodStatus status = copy.getStatus();
    status.getInitContainerStatuses().forEach(container -> complete(copy, container, deadline));
    status.getContainerStatuses().forEach(container -> complete(copy, container, deadline));
    return copy;
  }

  private void complete(Pod pod, ContainerStatus container, long deadline) {
    ContainerStateTerminated now =
        container.getState() == null ? null : container.getState().getTerminated();
    ContainerStateTerminated before =
        container.getLastState() == null ? null : container.getLastState().getTerminated();
    if (now != null) {
      complete(pod, container, now, false, deadline);
    } else if (before != null) {
      complete(pod, container, before, true, deadline);
    }
  }

  private void complete(
      Pod pod,
      ContainerStatus container,
      ContainerStateTerminated end,
      boolean previous,
      long deadline) {
    boolean failed =
        end.getExitCode() != null && end.getExitCode() != 0 && !OOM_KILLED.equals(end.getReason());
    if (failed && LogTail.of(end.getMessage()).isEmpty()) {
      String key =
          String.join(
              "/", pod.getMetadata().getUid(), container.getName(), end.getFinishedAt() + "");
      if (!read.containsKey(key)) {
        log(pod, container.getName(), previous, deadline)
            .ifPresent(log -> read.put(key, LogTail.of(log)));
      }
      end.setMessage(read.getOrDefault(key, ""));
    }
  }

  /** The end of its log; empty if that cannot be read now. */
  private Optional<String> log(Pod pod, String container, boolean previous, long deadline) {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      return Optional.empty();
    }
    URI log =
        URI.create(
            "%sapi/v1/namespaces/%s/pods/%s/log?container=%s&previous=%s&tailLines=%d&limitBytes=%d"
                .formatted(
                    client.getMasterUrl(),
                    pod.getMetadata().getNamespace(),
                    pod.getMetadata().getName(),
                    container,
                    previous,
                    LINES,
                    BYTES));
    HttpRequest request =
        client
            .getHttpClient()
            .newHttpRequestBuilder()
            .uri(log)
            .timeout(left, TimeUnit.NANOSECONDS)
            .build();
    CompletableFuture<HttpResponse<String>> answer =
        client.getHttpClient().sendAsync(request, String.class);
    try {
      HttpResponse<String> response = answer.get(left, TimeUnit.NANOSECONDS);
      return response.isSuccessful() ? Optional.of(response.body()) : Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      answer.cancel(true);
    }
  }
}
