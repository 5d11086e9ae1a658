package dev.scalelab.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the API server whose operator can die: right after a write, before it gets the
 * response. Pods' logs come from the {@link PlayedEndpoints}.
 */
final class MortalClient implements AutoCloseable {
  /** An Error, so that code that catches exceptions does not continue. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private static final Pattern LOG = Pattern.compile(".*/pods/([^/]+)/log");
  private static final Pattern TIMES_AND_VERSIONS =
      Pattern.compile("\"resourceVersion\":\"\\d+\"|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  private final KubernetesClient client;
  private final PlayedEndpoints endpoints;
  private final Set<String> written = new HashSet<>();
  private final AtomicInteger requests = new AtomicInteger();
  private boolean diesAfterEachWrite;
  private volatile boolean dead;

  MortalClient(KubernetesClient template, PlayedEndpoints endpoints) {
    this.endpoints = endpoints;
    this.client =
        new KubernetesClientBuilder()
            .withConfig(template.getConfiguration())
            // The type information of the original is reused.
            .withKubernetesSerialization(template.getKubernetesSerialization())
            .withHttpClientBuilderConsumer(
                http ->
                    http.addOrReplaceInterceptor(
                        "mortal",
                        new Interceptor() {
                          @Override
                          public void before(
                              BasicBuilder builder, HttpRequest request, RequestTags tags) {
                            MortalClient.this.before(builder, request);
                          }
                        }))
            .build();
  }

  /** Number of requests that were sent, without those of watches that others started. */
  int requests() {
    return requests.get();
  }

  KubernetesClient client() {
    return client;
  }

  /** From now on the operator dies after every write that differs from all earlier ones. */
  MortalClient dyingAfterEachWrite() {
    diesAfterEachWrite = true;
    return this;
  }

  boolean dead() {
    return dead;
  }

  void revive() {
    dead = false;
  }

  private synchronized void before(BasicBuilder builder, HttpRequest request) {
    requests.incrementAndGet();
    if (dead) {
      throw new Killed();
    }
    Matcher log = LOG.matcher(request.uri().getPath());
    if (log.matches()) {
      builder.uri(endpoints.log(log.group(1)));
    }
    if (diesAfterEachWrite && writes(request)) {
      String body = request.bodyString() == null ? "" : request.bodyString();
      String write = request.method() + request.uri().getPath() + body;
      dead = written.add(TIMES_AND_VERSIONS.matcher(write).replaceAll(""));
    }
  }

  /** A dry run writes nothing, and what it asks for has an owner that differs each time. */
  private static boolean writes(HttpRequest request) {
    String query = request.uri().getQuery();
    return !request.method().equals("GET") && (query == null || !query.contains("dryRun="));
  }

  @Override
  public void close() {
    client.close();
  }
}
