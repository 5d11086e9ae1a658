package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * Quotas and limits of a test's namespace. The API server needs a moment for each, and for its
 * removal: whatever is done here is in force when it returns.
 */
public final class Quotas {
  private Quotas() {}

  /** A quota of CPU limits, with the status that a controller would write. */
  public static ResourceQuota inForce(ApiServer api, String limit) {
    Map<String, Quantity> hard = Map.of("limits.cpu", new Quantity(limit));
    ResourceQuota created =
        api.client()
            .resource(
                new ResourceQuotaBuilder()
                    .withNewMetadata()
                    .withName("team")
                    .withNamespace(api.namespace())
                    .endMetadata()
                    .withNewSpec()
                    .withHard(hard)
                    .endSpec()
                    .build())
            .create();
    ResourceQuota quota =
        api.client()
            .resource(
                new ResourceQuotaBuilder(created)
                    .withNewStatus()
                    .withHard(hard)
                    .withUsed(Map.of("limits.cpu", new Quantity("0")))
                    .endStatus()
                    .build())
            .updateStatus();
    await(api, answer -> answer.contains("limited: limits.cpu=" + limit));
    return quota;
  }

  /** A limit of what each container may have of a resource. */
  public static void ofContainers(ApiServer api, String resource, String max) {
    api.client()
        .resource(
            new LimitRangeBuilder()
                .withNewMetadata()
                .withName("containers")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewLimit()
                .withType("Container")
                .withMax(Map.of(resource, new Quantity(max)))
                .endLimit()
                .endSpec()
                .build())
        .create();
    await(
        api,
        answer -> answer.contains("maximum %s usage per Container is %s".formatted(resource, max)));
  }

  /** Removes all of them. */
  public static void remove(ApiServer api) {
    api.client().limitRanges().inNamespace(api.namespace()).delete();
    api.client().resourceQuotas().inNamespace(api.namespace()).delete();
    await(api, String::isEmpty);
  }

  /** Asks about a pod that is larger than any of them allows. */
  private static void await(ApiServer api, Predicate<String> answer) {
    Map<String, Quantity> much =
        Map.of("cpu", new Quantity("900"), "memory", new Quantity("900Gi"));
    Pod probe =
        new PodBuilder()
            .withNewMetadata()
            .withName("probe")
            .withNamespace(api.namespace())
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("probe")
            .withImage("probe")
            .withNewResources()
            .withLimits(much)
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> answer.test(answer(api, probe)));
  }

  /** Why it is refused; empty if it is not. */
  private static String answer(ApiServer api, HasMetadata probe) {
    try {
      api.client().resource(probe).dryRun().create();
      return "";
    } catch (KubernetesClientException e) {
      return e.getMessage();
    }
  }
}
