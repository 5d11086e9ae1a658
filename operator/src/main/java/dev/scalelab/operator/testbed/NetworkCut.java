package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;

/**
 * Cuts a pod off by a label. NetworkPolicies only allow, so that the chart's, which allow what
 * testbeds need, do not select a pod with it, and one that allows nothing does.
 */
final class NetworkCut implements Effect {
  static final String CUT = "cut";

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;

  NetworkCut(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public Outcome make(Target target, boolean again) {
    return label(target.namespace(), target.pod().pod(), target.pod().uid(), "\"" + CUT + "\"")
        ? Outcome.MADE
        : Outcome.GONE;
  }

  @Override
  public void end(Target target) {
    label(target.namespace(), target.pod().pod(), target.pod().uid(), "null");
  }

  /** Connects all pods of an experiment again. */
  void endAll(String namespace, String experiment) {
    client
        .pods()
        .inNamespace(namespace)
        .withLabel(Labels.EXPERIMENT, experiment)
        .withLabel(Labels.NETWORK, CUT)
        .list()
        .getItems()
        .forEach(this::connect);
  }

  private void connect(Pod pod) {
    label(
        pod.getMetadata().getNamespace(),
        pod.getMetadata().getName(),
        pod.getMetadata().getUid(),
        "null");
  }

  /**
   * A patch with the uid is refused for a pod that follows under the same name.
   *
   * @return whether the pod is there
   */
  private boolean label(String namespace, String pod, String uid, String value) {
    String change =
        "{\"metadata\":{\"uid\":\"%s\",\"labels\":{\"%s\":%s}}}"
            .formatted(uid, Labels.NETWORK, value);
    try {
      client.pods().inNamespace(namespace).withName(pod).patch(MERGE, change);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw e;
    }
  }
}
