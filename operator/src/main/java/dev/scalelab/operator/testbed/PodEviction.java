package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.Eviction;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.net.HttpURLConnection;

/** Evicts a pod by its uid, as kubectl drain does, if the budgets of disruptions allow it. */
final class PodEviction implements Effect {
  private static final int TOO_MANY_REQUESTS = 429;

  private final KubernetesClient client;
  private final StoredPods stored;

  PodEviction(KubernetesClient client) {
    this.client = client;
    this.stored = new StoredPods(client);
  }

  @Override
  public Outcome make(Target target, boolean again) {
    if (again && stored.isGone(target)) {
      return Outcome.MADE_BEFORE;
    }
    String pod = target.pod().pod();
    try {
      withoutRepetitions()
          .raw(
              "/api/v1/namespaces/%s/pods/%s/eviction".formatted(target.namespace(), pod),
              "POST",
              eviction(target));
      return Outcome.MADE;
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case TOO_MANY_REQUESTS ->
            throw new NotDisturbedException(
                "the API server does not allow the eviction of pod %s: %s"
                    .formatted(pod, e.getStatus() == null ? e.getMessage() : said(e)));
        case HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT ->
            again ? Outcome.MADE_BEFORE : Outcome.GONE;
        default -> throw e;
      };
    }
  }

  /** The client's own repetitions, which grow to minutes, would evict it long after its moment. */
  private KubernetesClient withoutRepetitions() {
    return client
        .newClient(new RequestConfigBuilder().withRequestRetryBackoffLimit(0).build())
        .adapt(KubernetesClient.class);
  }

  private static String said(KubernetesClientException e) {
    return e.getStatus().getMessage();
  }

  private static Eviction eviction(Target target) {
    return new EvictionBuilder()
        .withNewMetadata()
        .withName(target.pod().pod())
        .withNamespace(target.namespace())
        .endMetadata()
        .withDeleteOptions(
            new DeleteOptionsBuilder()
                .withNewPreconditions()
                .withUid(target.pod().uid())
                .endPreconditions()
                .build())
        .build();
  }
}
