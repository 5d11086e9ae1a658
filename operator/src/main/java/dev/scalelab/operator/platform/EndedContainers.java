package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gives pods the last words of their containers that ended with an error and left none in the pod's
 * status, as those of CloudNativePG: from the end of their logs. Nothing else of a log is kept.
 */
public final class EndedContainers {
  private static final String OOM_KILLED = "OOMKilled";

  /** Enough for the reason and what follows it until the container ends. */
  private static final int LINES = 60;

  private static final int BYTES = 128 * 1024;

  /** A kubelet that does not answer must not hold the operator. */
  private static final int SECONDS = 2;

  private static final int KEPT = 200;

  private final KubernetesClient client;

  /** By pod, container and end: a log is read once, since it changes no more. */
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

  /** The same pods, with the last words of their containers. */
  public List<Pod> withLastWords(List<Pod> pods) {
    return pods.stream().map(this::withLastWords).toList();
  }

  private Pod withLastWords(Pod pod) {
    if (pod.getStatus() == null || PodTrouble.of(pod).filter(PodTrouble::ended).isEmpty()) {
      return pod;
    }
    Pod copy = new PodBuilder(pod).build();
    copy.getStatus().getInitContainerStatuses().forEach(container -> complete(copy, container));
    copy.getStatus().getContainerStatuses().forEach(container -> complete(copy, container));
    return copy;
  }

  private void complete(Pod pod, ContainerStatus container) {
    ContainerStateTerminated now =
        container.getState() == null ? null : container.getState().getTerminated();
    ContainerStateTerminated before =
        container.getLastState() == null ? null : container.getLastState().getTerminated();
    if (now != null) {
      complete(pod, container, now, false);
    } else if (before != null) {
      complete(pod, container, before, true);
    }
  }

  private void complete(
      Pod pod, ContainerStatus container, ContainerStateTerminated end, boolean previous) {
    boolean failed =
        end.getExitCode() != null && end.getExitCode() != 0 && !OOM_KILLED.equals(end.getReason());
    if (failed && LastWords.of(end.getMessage()).isEmpty()) {
      String key =
          String.join(
              "/", pod.getMetadata().getUid(), container.getName(), end.getFinishedAt() + "");
      String words = read.get(key);
      if (words == null) {
        words = LastWords.of(log(pod, container.getName(), previous));
        read.put(key, words);
      }
      end.setMessage(words);
    }
  }

  /** The end of its log; empty if that cannot be read. */
  private String log(Pod pod, String container, boolean previous) {
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
    try {
      HttpResponse<String> response =
          client
              .getHttpClient()
              .sendAsync(
                  client.getHttpClient().newHttpRequestBuilder().uri(log).build(), String.class)
              .get(SECONDS, TimeUnit.SECONDS);
      return response.isSuccessful() ? response.body() : "";
    } catch (ExecutionException | TimeoutException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
