package dev.scalelab.operator.support;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of the same API server as another one, which counts its requests. */
public final class CountingClient implements AutoCloseable {
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger creations = new AtomicInteger();
  private final KubernetesClient client;

  /** For the API server of the other client. */
  public CountingClient(KubernetesClient other) {
    client =
        new KubernetesClientBuilder()
            .withConfig(other.getConfiguration())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("counting", new Counter()))
            .build();
  }

  /** The client that counts. */
  public KubernetesClient client() {
    return client;
  }

  /** Number of its requests until now. */
  public int requests() {
    return requests.get();
  }

  /** Number of its requests that create something, in a dry run or not. */
  public int creations() {
    return creations.get();
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Counter implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      requests.incrementAndGet();
      if (request.method().equals("POST")) {
        creations.incrementAndGet();
      }
    }
  }
}
