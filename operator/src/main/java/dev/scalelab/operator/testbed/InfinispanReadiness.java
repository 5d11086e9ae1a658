package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.WarningReader.Warning;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Whether the servers of an Infinispan resource are ready: from its conditions, with what is wrong
 * with the pods of the StatefulSet that the Infinispan operator creates for it if they are not.
 *
 * @param resource the resource; null if it is absent
 * @param set the StatefulSet of its name, null if it is absent; called only if it is not ready
 * @param pods of that StatefulSet
 * @param warnings the latest warning event about an object; called only if it is not ready
 */
record InfinispanReadiness(
    GenericKubernetesResource resource,
    Supplier<StatefulSet> set,
    PodsReadiness pods,
    Function<HasMetadata, Optional<Warning>> warnings) {

  /** Ready when the operator says that the wanted number of servers has formed a cluster. */
  Readiness of(int wanted) {
    if (resource == null) {
      return Readiness.absent();
    }
    if (resource.getMetadata().getDeletionTimestamp() != null) {
      return waiting(
          Reason.CACHE_NOT_READY, "they are being deleted; " + InfinispanState.text(resource));
    }
    if (InfinispanState.isWellFormed(resource)) {
      return Readiness.ready();
    }
    Readiness ofPods = pods.of(set.get(), Reason.CACHE_NOT_READY, wanted, RemoteCache.UNREADY);
    return ofPods.state() == Readiness.State.WAITING
        ? waiting(ofPods.reason(), InfinispanState.text(resource) + "; " + ofPods.detail())
        : waiting(Reason.CACHE_NOT_READY, InfinispanState.text(resource));
  }

  /** The reason is a denial if the pods' reason is one, or if the operator itself reports one. */
  private Readiness waiting(Reason reason, String why) {
    String warning = warnings.apply(resource).map(latest -> ": " + latest.message()).orElse("");
    boolean denied = Refusal.isDenial(InfinispanState.text(resource) + warning);
    return Readiness.waiting(denied ? Reason.REFUSED : reason, why + warning);
  }
}
