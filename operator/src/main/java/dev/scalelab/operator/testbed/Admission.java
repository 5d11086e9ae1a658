package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.GeneratorsSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks by a dry run whether the API server would admit one pod of each tier: quotas, limit
 * ranges, pod security and webhooks reject it with their own messages. Limits on several pods
 * together are reported by Kubernetes' events once they are created.
 */
final class Admission {
  private static final int CONFLICT = 409;
  private static final String QUOTA = "exceeded quota";

  /** The response for a webhook that does not support dry runs. */
  static final String NO_DRY_RUN = "does not support dry run";

  private final KubernetesClient client;
  private final Images images;
  private final TestbedSettings settings;

  Admission(KubernetesClient client, Images images, TestbedSettings settings) {
    this.client = client;
    this.images = images;
    this.settings = settings;
  }

  /**
   * Every tier whose pods would not be admitted, in any of the plan's systems.
   *
   * @param resizable whether servers start with startupCpu
   */
  List<Violation> violations(ScalabilityExperiment e, Plan plan, boolean resizable) {
    Map<HasMetadata, String> fields = new LinkedHashMap<>();
    for (Configuration system : plan.systems()) {
      objects(e, system, resizable)
          .forEach((object, field) -> fields.putIfAbsent(object, system.field(field)));
    }
    return fields.entrySet().stream()
        .flatMap(object -> check(object.getValue(), object.getKey()).stream())
        .distinct()
        .toList();
  }

  /** Pods that a system needs, one of each tier, with the field on which each depends. */
  private Map<HasMetadata, String> objects(
      ScalabilityExperiment e, Configuration c, boolean resizable) {
    ApplicationSpec application = c.application();
    BalancerSpec balancer = c.spec().system().balancer();
    GeneratorsSpec generators = c.load().generators();
    PodSettings load = generators.pod();
    Map<HasMetadata, String> fields = new LinkedHashMap<>();
    Resources start = ApplicationManifest.startResources(application, resizable);
    fields.put(pod(e, Tier.APPLICATION, application.pod(), start), "spec.system.application");
    Resources ofBalancer = Resources.fixed(balancer.cpu(), balancer.memory());
    fields.put(pod(e, Tier.BALANCER, balancer.pod(), ofBalancer), "spec.system.balancer");
    Resources ofGenerator = Resources.fixed(generators.cpu(), generators.memory());
    fields.put(pod(e, Tier.LOAD, load, ofGenerator), "spec.load.generators");
    if (c.workload().usesDatabase()) {
      fields.put(pod(e, Tier.DATASET, load, settings.datasetResources()), "spec.workload.type");
    }
    if (c.workload().usesSuppliers()) {
      fields.put(pod(e, Tier.SUPPLIER, load, settings.supplierResources()), "spec.workload.type");
    }
    c.databases().forEach(database -> fields.putAll(databaseObjects(e, c, database)));
    return fields;
  }

  /** A Cluster that does not exist yet, which CloudNativePG validates, and its pod. */
  private Map<HasMetadata, String> databaseObjects(
      ScalabilityExperiment e, Configuration c, Database database) {
    HasMetadata cluster = new DatabaseManifest(images).cluster(e, c, database);
    if (client.resource(cluster).get() != null) {
      return Map.of();
    }
    DatabaseSpec spec = database.spec();
    Resources resources = Resources.fixed(spec.cpu(), spec.memory());
    Map<HasMetadata, String> fields = new LinkedHashMap<>();
    fields.put(cluster, database.field());
    fields.put(pod(e, Tier.DATABASE, spec.pod(), resources), database.field());
    return fields;
  }

  private Optional<Violation> check(String field, HasMetadata object) {
    try {
      client.resource(object).dryRun().create();
      return Optional.empty();
    } catch (KubernetesClientException refused) {
      if (refused.getStatus() == null || refused.getCode() == CONFLICT) {
        return Optional.empty(); // it exists, or the API server does not answer
      }
      String message = refused.getStatus().getMessage();
      if (message != null && message.contains(NO_DRY_RUN)) {
        return Optional.empty();
      }
      Reason reason =
          message != null && message.contains(QUOTA) ? Reason.QUOTA_TOO_SMALL : Reason.REFUSED;
      return Optional.of(new Violation(field, reason, message));
    }
  }

  private Pod pod(ScalabilityExperiment e, Tier tier, PodSettings pod, Resources resources) {
    Map<String, String> labels = Labels.shared(e.getMetadata().getName(), tier);
    return new PodBuilder()
        .withMetadata(PodShape.metadata(pod, labels, Map.of(), tier.container()))
        .editMetadata()
        .withName("scalelab-check-" + tier.label())
        .withNamespace(e.getMetadata().getNamespace())
        .endMetadata()
        .withSpec(
            PodShape.spec(pod, 0)
                .addNewContainer()
                .withName(tier.container())
                .withImage(images.loadGenerator())
                .withResources(resources.requirements())
                .withSecurityContext(Restricted.container())
                .endContainer()
                .build())
        .build();
  }
}
