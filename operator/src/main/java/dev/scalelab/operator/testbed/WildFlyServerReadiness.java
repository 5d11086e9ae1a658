package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.WarningReader.Warning;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Whether the servers of a WildFlyServer are ready: from the StatefulSet that wildfly-operator
 * creates for it and its pods, with that operator's own state and message if they are not.
 *
 * @param server the WildFlyServer; null if it is absent
 * @param set the StatefulSet of its name; null if it is absent
 * @param serviced whether the service exists in which the balancer finds each server; called only
 *     if the servers are ready
 * @param pods of that StatefulSet
 * @param warnings the latest warning event about an object; called only if it is not ready
 */
record WildFlyServerReadiness(
    GenericKubernetesResource server,
    StatefulSet set,
    BooleanSupplier serviced,
    PodsReadiness pods,
    Function<HasMetadata, Optional<Warning>> warnings) {

  /**
   * Ready when the wanted number of servers is.
   *
   * @param unready message while they are not, as in {@link PodsReadiness}
   */
  Readiness of(Reason reason, int wanted, String unready) {
    if (server == null) {
      return Readiness.absent();
    }
    if (server.getMetadata().getDeletionTimestamp() != null) {
      return waiting(reason, "the WildFlyServer is being deleted");
    }
    if (set == null || !set.hasOwnerReferenceFor(server)) {
      return waiting(
          reason,
          "wildfly-operator has not created their StatefulSet %s: is it running, and does it watch the namespace %s?"
              .formatted(server.getMetadata().getName(), server.getMetadata().getNamespace()));
    }
    Readiness found = pods.of(set, reason, wanted, unready);
    if (found.state() == Readiness.State.WAITING) {
      return waiting(found.reason(), found.detail());
    }
    return serviced.getAsBoolean()
        ? found
        : waiting(reason, "wildfly-operator has not created their services");
  }

  private Readiness waiting(Reason reason, String why) {
    String message = warnings.apply(server).map(warning -> ": " + warning.message()).orElse("");
    return Readiness.waiting(
        Refusal.isDenial(message) ? Reason.REFUSED : reason,
        why + "; " + WildFlyServerState.text(server) + message);
  }
}
