package dev.scalelab.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the API server that counts how many requests were sent one after the other: of those
 * that are under way together only the longest chain counts. Each takes some milliseconds, as at an
 * API server that is busy. Pods' logs come from the {@link PlayedEndpoints}.
 */
final class RoundTrips implements AutoCloseable {
  /**
   * Longer than a thread of a busy machine waits for its turn: else those together seem in turn.
   */
  private static final int BUSY_MILLIS = 100;

  private static final Pattern LOG = Pattern.compile(".*/pods/([^/]+)/log");

  private final KubernetesClient client;
  private final PlayedEndpoints endpoints;

  /** Position in its chain of each request that is under way, by method and address. */
  private final Map<String, Integer> started = new HashMap<>();

  private final List<String> requests = new ArrayList<>();
  private Thread reconciling;
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

  /** From here on other requests are counted: those of a reconciliation by this thread. */
  synchronized void reset() {
    reconciling = Thread.currentThread();
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

  /** Watches and readers of logs have threads of their own. */
  private synchronized void started(HttpRequest request, URI sentTo) {
    Thread sender = Thread.currentThread();
    if (sender != reconciling && !sender.getName().equals("requests")) {
      return;
    }
    started.put(request.method() + " " + sentTo, longest + 1);
    requests.add(request.method() + " " + request.uri().getPath());
  }

  /** The client gives it another identity when it is sent. */
  private synchronized void answered(HttpRequest request) {
    Integer position = started.remove(request.method() + " " + request.uri());
    longest = Math.max(longest, position == null ? 0 : position);
  }

  private final class Counter implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      Matcher log = LOG.matcher(request.uri().getPath());
      URI sentTo = log.matches() ? endpoints.log(log.group(1)) : request.uri();
      builder.uri(sentTo);
      started(request, sentTo);
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
