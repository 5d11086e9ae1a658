package dev.scalelab.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the API server that counts how many requests were sent one after the other: of those
 * that are under way together only the longest chain counts. Each takes some milliseconds, as at an
 * API server that is busy. Pods' logs come from the {@link PlayedEndpoints}.
 */
final class RoundTrips implements AutoCloseable {
  private static final int BUSY_MILLIS = 10;
  private static final Pattern LOG = Pattern.compile(".*/pods/([^/]+)/log");

  private final KubernetesClient client;
  private final PlayedEndpoints endpoints;
  private final Map<UUID, Integer> started = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private int longest;

  RoundTrips(KubernetesClient template, PlayedEndpoints endpoints) {
    this.endpoints = endpoints;
    this.client =
        new KubernetesClientBuilder()
            .withConfig(template.getConfiguration())
            .withKubernetesSerialization(template.getKubernetesSerialization())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("counted", new Counter()))
            .build();
  }

  KubernetesClient client() {
    return client;
  }

  /** From here on other requests are counted. */
  synchronized void reset() {
    started.clear();
    requests.clear();
    longest = 0;
  }

  /** Number of requests in the longest chain since then. */
  synchronized int longest() {
    return longest;
  }

  /** All requests since then. */
  synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  private synchronized void started(HttpRequest request) {
    started.put(request.id(), longest + 1);
    requests.add(request.method() + " " + request.uri().getPath());
  }

  private synchronized void answered(HttpRequest request) {
    longest = Math.max(longest, started.getOrDefault(request.id(), 0));
  }

  private final class Counter implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      Matcher log = LOG.matcher(request.uri().getPath());
      if (log.matches()) {
        builder.uri(endpoints.log(log.group(1)));
      }
      started(request);
      try {
        Thread.sleep(BUSY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void after(
        HttpRequest request,
        HttpResponse<?> response,
        AsyncBody.Consumer<List<java.nio.ByteBuffer>> body) {
      answered(request);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
