package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks the API server whether it would admit one pod of each tier, by a dry run: quotas, limit
 * ranges, pod security and webhooks answer in their own words. What several pods need together is
 * reported by Kubernetes' events once they are created.
 */
final class Admission {
  private static final int CONFLICT = 409;
  private static final String QUOTA = "exceeded quota";

  /** What a webhook answers that takes none. */
  private static final String NO_DRY_RUN = "does not support dry run";

  private final KubernetesClient client;
  private final Images images;
  private final TestbedSettings settings;

  Admission(KubernetesClient client, Images images, TestbedSettings settings) {
    this.client = client;
    this.images = images;
    this.settings = settings;
  }

  /**
   * Every tier of which no pod would be admitted.
   *
   * @param resizable whether servers start with startupCpu
   */
  List<Violation> violations(ScalabilityExperiment e, Configuration c, boolean resizable) {
    PodSettings load = c.load().generators().pod();
    List<Violation> found = new ArrayList<>();
    check(
            "spec.system.application",
            pod(
                e,
                Tier.APPLICATION,
                c.application().pod(),
                ApplicationManifest.startResources(c.application(), resizable)))
        .ifPresent(found::add);
    var balancer = c.spec().system().balancer();
    check(
            "spec.system.balancer",
            pod(
                e,
                Tier.BALANCER,
                balancer.pod(),
                Resources.fixed(balancer.cpu(), balancer.memory())))
        .ifPresent(found::add);
    var generators = c.load().generators();
    check(
            "spec.load.generators",
            pod(e, Tier.LOAD, load, Resources.fixed(generators.cpu(), generators.memory())))
        .ifPresent(found::add);
    if (c.workload().usesDatabase()) {
      check("spec.workload.type", pod(e, Tier.DATASET, load, settings.datasetResources()))
          .ifPresent(found::add);
    }
    c.databases().forEach(database -> found.addAll(databaseViolations(e, c, database)));
    if (c.workload().usesSuppliers()) {
      check("spec.workload.type", pod(e, Tier.SUPPLIER, load, settings.supplierResources()))
          .ifPresent(found::add);
    }
    return found;
  }

  /** Of a Cluster that is not there yet, which CloudNativePG judges, and of its pod. */
  private List<Violation> databaseViolations(
      ScalabilityExperiment e, Configuration c, Database database) {
    HasMetadata cluster = new DatabaseManifest(images).cluster(e, c, database);
    if (client.resource(cluster).get() != null) {
      return List.of();
    }
    DatabaseSpec spec = database.spec();
    Resources resources = Resources.fixed(spec.cpu(), spec.memory());
    return Stream.of(cluster, pod(e, Tier.DATABASE, spec.pod(), resources))
        .flatMap(object -> check(database.field(), object).stream())
        .toList();
  }

  private Optional<Violation> check(String field, HasMetadata object) {
    try {
      client.resource(object).dryRun().create();
      return Optional.empty();
    } catch (KubernetesClientException refused) {
      if (refused.getStatus() == null || refused.getCode() == CONFLICT) {
        return Optional.empty(); // it is there, or the API server does not answer
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
