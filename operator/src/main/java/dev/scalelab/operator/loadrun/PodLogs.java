package dev.scalelab.operator.loadrun;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.scalelab.operator.platform.MainContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads the output of a pod's container piece by piece, since an image may print any amount. The
 * client's own method would wait for pods to become ready, which terminated pods never do.
 */
final class PodLogs {
  /**
   * No such pod, no output yet, or a kubelet that does not answer. Missing output is read the next
   * time; {@link JobReader} reports a lost node.
   */
  private static final Set<Integer> NO_OUTPUT = Set.of(400, 404, 500, 502, 503, 504);

  /** Timeout of the response, and then of the output, in seconds. */
  private static final int DEADLINE_SECONDS = 10;

  private final KubernetesClient client;

  PodLogs(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Passes the output so far to a reader, each line with its time; nothing if the pod has none.
   *
   * @param since passes only lines from this second on, by the kubelet's clock; empty for all
   * @return whether the output was read to its end
   * @throws KubernetesClientException when the API server refuses to show it
   */
  boolean read(Pod pod, Optional<Instant> since, Consumer<ByteBuffer> reader) {
    HttpRequest request =
        client.getHttpClient().newHttpRequestBuilder().uri(log(pod, since)).build();
    AtomicBoolean found = new AtomicBoolean();
    CompletableFuture<HttpResponse<AsyncBody>> answer =
        client
            .getHttpClient()
            .consumeBytes(
                request,
                (pieces, body) -> {
                  if (found.get()) {
                    pieces.forEach(reader);
                  }
                  body.consume();
                });
    try {
      HttpResponse<AsyncBody> response = answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      found.set(response.isSuccessful());
      readToEnd(response.body());
      if (!response.isSuccessful() && !NO_OUTPUT.contains(response.code())) {
        throw new KubernetesClientException(
            "the log of pod %s cannot be read: HTTP %d %s"
                .formatted(pod.getMetadata().getName(), response.code(), response.message()),
            response.code(),
            null);
      }
      return response.isSuccessful();
    } catch (TimeoutException e) {
      found.set(false); // it is read again next time
      answer.cancel(true);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof IOException)) {
        throw new KubernetesClientException("a log could not be read", e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KubernetesClientException("interrupted while a log was read", e);
    }
    return false;
  }

  private URI log(Pod pod, Optional<Instant> since) {
    return URI.create(
        "%sapi/v1/namespaces/%s/pods/%s/log?container=%s&timestamps=true&limitBytes=%d%s"
            .formatted(
                client.getMasterUrl(),
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                MainContainer.of(pod),
                RecordReader.MAX_OUTPUT_BYTES + 1,
                since.map(at -> "&sinceTime=" + at.truncatedTo(SECONDS)).orElse("")));
  }

  /** A kubelet that stops in the middle must not block the operator. */
  private static void readToEnd(AsyncBody body)
      throws InterruptedException, ExecutionException, TimeoutException {
    body.consume();
    try {
      body.done().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      body.cancel();
      throw e;
    }
  }
}
