package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Two pods of ecperf whose domains are in two databases, with the operator's images. */
final class TwoDatabases {
  static final String ORDERS = "orders";
  static final String PLANT = "plant";
  static final String TRANSACTION_LOG = "orders_transactions";
  private static final String NAME = "two-databases";
  private static final String SERVERS = NAME + "-app";

  private final Cluster cluster;
  private final List<HasMetadata> parts;

  TwoDatabases(Cluster cluster) throws IOException {
    this.cluster = cluster;
    this.parts = parts(cluster);
  }

  Psql psql() {
    return new Psql(cluster, NAME + "-1");
  }

  /**
   * Deploys all except the servers and creates the data, after the objects of an earlier run are
   * deleted.
   */
  void deployDatabases() {
    delete();
    parts.stream()
        .filter(part -> !(part instanceof StatefulSet))
        .forEach(part -> cluster.client().resource(part).inNamespace(Cluster.NAMESPACE).create());
    Job reset =
        cluster.until(
            cluster.job(NAME + "-reset"),
            job ->
                job.getStatus() != null
                    && (job.getStatus().getSucceeded() != null
                        || job.getStatus().getFailed() != null),
            6);
    assertThat(reset.getStatus().getSucceeded()).as("%s", reset.getStatus()).isEqualTo(1);
  }

  void deployServers() {
    parts.stream()
        .filter(StatefulSet.class::isInstance)
        .forEach(part -> cluster.client().resource(part).inNamespace(Cluster.NAMESPACE).create());
    awaitServers();
  }

  void awaitServers() {
    for (int number = 0; number < 2; number++) {
      cluster.until(
          cluster.client().pods().inNamespace(Cluster.NAMESPACE).withName(server(number)),
          Readiness::isPodReady,
          6);
    }
  }

  static String server(int number) {
    return SERVERS + "-" + number;
  }

  /** Deletes a server without a grace period; its StatefulSet creates another of the same name. */
  void kill(int number) {
    cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withName(server(number))
        .withGracePeriod(0)
        .delete();
  }

  /**
   * Places an order of 60 pieces of an item at a server; the status is complete when the server has
   * responded.
   */
  CompletableFuture<Integer> order(int number, int item) throws Exception {
    Pod pod =
        cluster.client().pods().inNamespace(Cluster.NAMESPACE).withName(server(number)).require();
    String url = "http://%s:8080/api/ecperf/".formatted(pod.getStatus().getPodIP());
    HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    HttpResponse<String> put =
        client.send(
            post(url + "cart/lines", "{\"itemId\":%d,\"quantity\":60}".formatted(item)),
            HttpResponse.BodyHandlers.ofString());
    assertThat(put.statusCode()).as(put.body()).isBetween(200, 299);
    return client
        .sendAsync(
            post(url + "orders", "{\"customerId\":12}"), HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::statusCode);
  }

  private static HttpRequest post(String url, String json) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofMinutes(3))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build();
  }

  /** Deletes it and waits until all its objects are deleted. */
  void delete() {
    for (HasMetadata part : parts) {
      cluster.client().resource(part).inNamespace(Cluster.NAMESPACE).delete();
    }
    for (HasMetadata part : parts) {
      cluster
          .client()
          .resource(part)
          .inNamespace(Cluster.NAMESPACE)
          .waitUntilCondition(gone -> gone == null, 5, TimeUnit.MINUTES);
    }
    for (String pod : List.of(NAME + "-1", server(0), server(1))) {
      cluster
          .client()
          .pods()
          .inNamespace(Cluster.NAMESPACE)
          .withName(pod)
          .waitUntilCondition(gone -> gone == null, 5, TimeUnit.MINUTES);
    }
    // CloudNativePG's own objects, which the next database would adopt.
    cluster
        .client()
        .persistentVolumeClaims()
        .inNamespace(Cluster.NAMESPACE)
        .withName(NAME + "-1")
        .waitUntilCondition(gone -> gone == null, 5, TimeUnit.MINUTES);
    cluster
        .client()
        .secrets()
        .inNamespace(Cluster.NAMESPACE)
        .withName(NAME + "-app")
        .waitUntilCondition(gone -> gone == null, 5, TimeUnit.MINUTES);
  }

  private static List<HasMetadata> parts(Cluster cluster) throws IOException {
    String manifest =
        Files.readString(Path.of("src", "test", "resources", "e2e", "two-databases.yaml"));
    for (Map.Entry<String, String> image : images(cluster).entrySet()) {
      manifest = manifest.replace("$" + image.getKey(), image.getValue());
    }
    assertThat(manifest).as("every setting of the images is known").doesNotContain("$");
    return cluster.client().load(new ByteArrayInputStream(manifest.getBytes())).items();
  }

  /** The operator's image settings, by environment variable. */
  private static Map<String, String> images(Cluster cluster) {
    return cluster.operators().get(0).getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getName().startsWith("SCALELAB_IMAGES_"))
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }
}
