package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.platform.MainContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads what a pod's container has printed, as a stream: an image may print any amount. The
 * client's own way would wait for pods to become ready, which ended ones do not.
 */
final class PodLogs {
  /** Takes what it needs of the output, and returns why it did not read all of it. */
  interface Reader {
    Optional<String> read(InputStream output) throws IOException;
  }

  /**
   * No such pod, no output yet, or a kubelet that does not answer. What is not there yet is read
   * the next time; a lost node is for {@link JobReader} to report.
   */
  private static final Set<Integer> NO_OUTPUT = Set.of(400, 404, 500, 502, 503, 504);

  /** Longest that one log may take to be read, in seconds. */
  private static final int DEADLINE_SECONDS = 30;

  private final KubernetesClient client;

  PodLogs(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Lets a reader read the output so far; nothing is read of a pod without output.
   *
   * @throws KubernetesClientException when the API server refuses to show it
   */
  Optional<String> read(Pod pod, Reader reader) {
    URI log =
        URI.create(
            client
                .getMasterUrl()
                .toString()
                .concat(
                    "api/v1/namespaces/%s/pods/%s/log?container=%s&limitBytes=%d"
                        .formatted(
                            pod.getMetadata().getNamespace(),
                            pod.getMetadata().getName(),
                            MainContainer.of(pod),
                            RecordReader.MAX_OUTPUT_BYTES + 1)));
    HttpRequest request = client.getHttpClient().newHttpRequestBuilder().uri(log).build();
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.getHttpClient().sendAsync(request, InputStream.class);
    try {
      HttpResponse<InputStream> response = answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      try (InputStream output = response.body()) {
        Reader reading = response.isSuccessful() ? reader : nothing -> Optional.empty();
        Optional<String> excess = readInTime(output, reading);
        if (response.isSuccessful()) {
          return excess;
        }
      }
      if (NO_OUTPUT.contains(response.code())) {
        return Optional.empty();
      }
      throw new KubernetesClientException(
          "the log of pod %s cannot be read: HTTP %d %s"
              .formatted(pod.getMetadata().getName(), response.code(), response.message()),
          response.code(),
          null);
    } catch (TimeoutException | IOException e) {
      answer.cancel(true);
      return Optional.empty(); // it is read again at the next look
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException) {
        return Optional.empty();
      }
      throw new KubernetesClientException("a log could not be read", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KubernetesClientException("interrupted while a log was read", e);
    }
  }

  /**
   * A kubelet that stops in the middle must not hold the operator up. What the reader leaves is
   * read too: to close it unread would close the connection, which other requests may have been
   * given.
   */
  private static Optional<String> readInTime(InputStream output, Reader reader) throws IOException {
    CompletableFuture<Void> deadline = new CompletableFuture<>();
    deadline
        .completeOnTimeout(null, DEADLINE_SECONDS, TimeUnit.SECONDS)
        .thenRun(() -> close(output));
    try {
      Optional<String> excess = reader.read(output);
      output.transferTo(OutputStream.nullOutputStream());
      return excess;
    } finally {
      deadline.cancel(false);
    }
  }

  private static void close(InputStream output) {
    try {
      output.close();
    } catch (IOException closedAlready) {
      // Nobody reads it any more.
    }
  }
}
