package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import java.util.Map;

/** Quotas of a test's namespace. */
public final class Quotas {
  private Quotas() {}

  /** A quota of CPU limits, in force at once: a controller would write its status. */
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
    return api.client()
        .resource(
            new ResourceQuotaBuilder(created)
                .withNewStatus()
                .withHard(hard)
                .withUsed(Map.of("limits.cpu", new Quantity("0")))
                .endStatus()
                .build())
        .updateStatus();
  }
}
