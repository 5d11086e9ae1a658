package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** Deletes a pod by its uid: again has no effect on the one that follows it under its name. */
final class PodDeletion implements Effect {
  private final KubernetesClient client;
  private final StoredPods stored;
  private final Long graceSeconds;

  /**
   * @param graceSeconds for which it may finish what it does; null for its own grace period
   */
  PodDeletion(KubernetesClient client, Long graceSeconds) {
    this.client = client;
    this.graceSeconds = graceSeconds;
    this.stored = new StoredPods(client);
  }

  @Override
  public Outcome make(Target target, boolean again) {
    if (again && stored.isGone(target)) {
      return Outcome.MADE_BEFORE;
    }
    DeleteOptions ofThisPod =
        new DeleteOptionsBuilder()
            .withGracePeriodSeconds(graceSeconds)
            .withNewPreconditions()
            .withUid(target.pod().uid())
            .endPreconditions()
            .build();
    String path = "/api/v1/namespaces/%s/pods/%s".formatted(target.namespace(), target.pod().pod());
    try {
      client.raw(path, "DELETE", ofThisPod);
      return Outcome.MADE;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return again ? Outcome.MADE_BEFORE : Outcome.GONE;
      }
      throw e;
    }
  }
}
