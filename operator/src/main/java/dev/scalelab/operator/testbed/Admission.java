package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.TestbedSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks by a dry run whether the API server would admit the objects of each tier, and one pod of
 * each as its controller would create it: quotas, limit ranges, pod security, policies and webhooks
 * reject them with their own messages. Limits on several pods together are reported by Kubernetes'
 * events once they are created.
 */
final class Admission {
  private static final int CONFLICT = 409;
  private static final String QUOTA = "exceeded quota";

  /** The response for a webhook that does not support dry runs. */
  static final String NO_DRY_RUN = "does not support dry run";

  private final KubernetesClient client;
  private final DatabaseManifest database;
  private final ApplicationManifest application;
  private final BalancerManifest balancer;
  private final SupplierManifest supplier;

  Admission(KubernetesClient client, Images images, TestbedSettings settings) {
    this.client = client;
    this.database = new DatabaseManifest(images);
    this.application = new ApplicationManifest(images, settings);
    this.balancer = new BalancerManifest(images, application);
    this.supplier = new SupplierManifest(images, settings);
  }

  /**
   * Every tier whose objects or pods would not be admitted, in any of the plan's systems.
   *
   * @param resizable whether servers start with startupCpu
   * @param jobs the Jobs of a configuration, with the field on which each depends
   */
  List<Violation> violations(
      ScalabilityExperiment e,
      Plan plan,
      boolean resizable,
      Function<Configuration, Map<HasMetadata, String>> jobs) {
    Set<String> checked = new LinkedHashSet<>();
    List<Violation> found = new ArrayList<>();
    for (Configuration c : plan.systems()) {
      Map<HasMetadata, String> makers = makers(e, c, resizable);
      makers.putAll(jobs.apply(c));
      makers.forEach(
          (maker, field) -> {
            if (checked.add(shape(c, maker))) {
              found.addAll(check(c.field(field), maker, ControlledPod::of));
            }
          });
      for (Database one : c.databases()) {
        if (checked.add(one.field() + one.spec())) {
          found.addAll(databaseViolations(e, c, one));
        }
      }
    }
    return found.stream().distinct().toList();
  }

  private Map<HasMetadata, String> makers(
      ScalabilityExperiment e, Configuration c, boolean resizable) {
    Map<HasMetadata, String> makers = new LinkedHashMap<>();
    makers.put(application.servers(e, c, resizable), "spec.system.application");
    makers.put(balancer.balancer(e, c), "spec.system.balancer");
    if (c.workload().usesSuppliers()) {
      makers.put(supplier.emulator(e, c), "spec.workload.type");
    }
    return makers;
  }

  /** A Cluster that does not exist yet, which CloudNativePG validates, and its pod. */
  private List<Violation> databaseViolations(
      ScalabilityExperiment e, Configuration c, Database one) {
    GenericKubernetesResource cluster = database.cluster(e, c, one);
    if (client.resource(cluster).get() != null) {
      return List.of();
    }
    DatabaseSpec spec = one.spec();
    Pod pod = DatabasePod.of(cluster, spec, spec.pod());
    return check(c.field(one.field()), cluster, made -> Optional.of(pod));
  }

  /**
   * What is the same for several systems is checked once: names, hashes and variables of the
   * environment differ in each, and admission does not depend on them.
   */
  private String shape(Configuration c, HasMetadata maker) {
    Pod pod = ControlledPod.of(maker).orElseThrow();
    pod.getSpec().getContainers().forEach(container -> container.setEnv(null));
    return (maker.getKind() + client.getKubernetesSerialization().asJson(pod))
        .replace(c.hash(), "")
        .replace(c.name(), "")
        .replace(c.layout(), "");
  }

  /** What the API server makes of the object may differ from its manifest, by mutating webhooks. */
  private List<Violation> check(
      String field, HasMetadata maker, Function<HasMetadata, Optional<Pod>> pod) {
    try {
      HasMetadata made = client.resource(maker).dryRun().create();
      return pod.apply(made).flatMap(one -> violation(field, one)).stream().toList();
    } catch (KubernetesClientException refused) {
      Optional<Violation> violation = violation(field, refused);
      return violation.or(() -> pod.apply(maker).flatMap(one -> violation(field, one))).stream()
          .toList();
    }
  }

  private Optional<Violation> violation(String field, Pod pod) {
    try {
      client.resource(pod).dryRun().create();
      return Optional.empty();
    } catch (KubernetesClientException refused) {
      return violation(field, refused);
    }
  }

  private static Optional<Violation> violation(String field, KubernetesClientException refused) {
    String message = refused.getStatus() == null ? null : refused.getStatus().getMessage();
    boolean exists = refused.getCode() == CONFLICT && !Refusal.isDenial(message);
    if (message == null || exists || message.contains(NO_DRY_RUN)) {
      return Optional.empty(); // the API server does not answer, or cannot know
    }
    Reason reason = message.contains(QUOTA) ? Reason.QUOTA_TOO_SMALL : Reason.REFUSED;
    return Optional.of(new Violation(field, reason, message));
  }
}
