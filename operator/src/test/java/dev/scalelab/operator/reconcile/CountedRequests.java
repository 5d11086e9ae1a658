package dev.scalelab.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client of the API server that records its requests. */
final class CountedRequests implements AutoCloseable {
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final KubernetesClient client;

  CountedRequests(KubernetesClient template) {
    this.client =
        new KubernetesClientBuilder()
            .withConfig(template.getConfiguration())
            // The type information of the original is reused.
            .withKubernetesSerialization(template.getKubernetesSerialization())
            .withHttpClientBuilderConsumer(
                http ->
                    http.addOrReplaceInterceptor(
                        "counted",
                        new Interceptor() {
                          @Override
                          public void before(
                              BasicBuilder builder, HttpRequest request, RequestTags tags) {
                            requests.add(request.method() + " " + request.uri().getPath());
                          }
                        }))
            .build();
  }

  KubernetesClient client() {
    return client;
  }

  /** The requests during something, as GET /api/v1/... */
  List<String> during(Runnable something) {
    requests.clear();
    something.run();
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    client.close();
  }
}
