package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.util.Map;

/** Asks CloudNativePG to make a replica the primary, as kubectl cnpg promote does. */
final class PrimarySwitchover implements Effect {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final StoredPods stored;
  private final Clock clock;

  PrimarySwitchover(KubernetesClient client, Clock clock) {
    this.client = client;
    this.stored = new StoredPods(client);
    this.clock = clock;
  }

  /** An instance is named after its Cluster, with a number. */
  static String cluster(String pod) {
    return pod.substring(0, pod.lastIndexOf('-'));
  }

  @Override
  public Outcome make(Target target, boolean again) {
    String replica = target.pod().pod();
    if (stored.isGone(target)) {
      return Outcome.GONE;
    }
    var resource =
        client
            .genericKubernetesResources(DatabaseManifest.RESOURCE)
            .inNamespace(target.namespace())
            .withName(cluster(replica));
    GenericKubernetesResource cluster = resource.require();
    if (again && replica.equals(cluster.get("status", "targetPrimary"))) {
      return Outcome.MADE_BEFORE;
    }
    Map<String, Object> status =
        Map.of(
            "targetPrimary",
            replica,
            "targetPrimaryTimestamp",
            clock.instant().toString(),
            "phase",
            "Switchover in progress",
            "phaseReason",
            "Switching over to " + replica);
    resource
        .subresource("status")
        .patch(MERGE, client.getKubernetesSerialization().asJson(Map.of("status", status)));
    return Outcome.MADE;
  }
}
