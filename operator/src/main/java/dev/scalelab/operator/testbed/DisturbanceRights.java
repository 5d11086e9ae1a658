package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/** The rights of the operator that some disturbances need, and that its chart gives it if asked. */
final class DisturbanceRights {
  private final KubernetesClient client;

  DisturbanceRights(KubernetesClient client) {
    this.client = client;
  }

  /** A right, and the chart's value that gives it. */
  private record Right(String verb, String group, String resource, String of, String value) {
    String text(String namespace) {
      return isClusterWide()
          ? "%s %s".formatted(verb, resource)
          : "%s %s%s in namespace %s"
              .formatted(verb, resource, of == null ? "" : "/" + of, namespace);
    }

    boolean isClusterWide() {
      return resource.equals("nodes");
    }
  }

  private static final Right NODES = new Right("patch", "", "nodes", null, "disturbances.nodes");
  private static final Right EVICTIONS =
      new Right("create", "", "pods", "eviction", "disturbances.nodes");
  private static final Right LABELS = new Right("patch", "", "pods", null, "disturbances.network");

  /** What an action needs beyond the rights that every operator has. */
  private static List<Right> needed(DisturbanceAction action) {
    return switch (action) {
      case DELETE_POD -> List.of();
      case DRAIN_NODE -> List.of(NODES, EVICTIONS);
      case LOSE_NODE -> List.of(NODES);
      case CUT_NETWORK -> List.of(LABELS);
      case KILL_CONTAINER, PAUSE_POD ->
          List.of(new Right("create", "", "pods", "exec", "disturbances.exec"));
      case SWITCHOVER ->
          List.of(
              new Right(
                  "patch", "postgresql.cnpg.io", "clusters", "status", "disturbances.switchover"));
    };
  }

  /** The disturbances of an experiment that the operator has no right to make. */
  List<Violation> missing(ScalabilityExperiment e) {
    List<Violation> missing = new ArrayList<>();
    List<DisturbanceSpec> all = e.getSpec().disturbances();
    for (int i = 0; i < all.size(); i++) {
      String field = "spec.disturbances[" + i + "].action";
      needed(all.get(i).action()).stream()
          .filter(right -> !has(e.getMetadata().getNamespace(), right))
          .map(
              right ->
                  new Violation(
                      field,
                      Reason.REFUSED,
                      "the operator may not %s: upgrade ScaleLab's chart with %s=true"
                          .formatted(right.text(e.getMetadata().getNamespace()), right.value())))
          .findFirst()
          .ifPresent(missing::add);
    }
    return missing;
  }

  private boolean has(String namespace, Right right) {
    SelfSubjectAccessReview asked =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(right.isClusterWide() ? null : namespace)
            .withVerb(right.verb())
            .withGroup(right.group())
            .withResource(right.resource())
            .withSubresource(right.of())
            .endResourceAttributes()
            .endSpec()
            .build();
    return Boolean.TRUE.equals(
        client
            .authorization()
            .v1()
            .selfSubjectAccessReview()
            .create(asked)
            .getStatus()
            .getAllowed());
  }
}
