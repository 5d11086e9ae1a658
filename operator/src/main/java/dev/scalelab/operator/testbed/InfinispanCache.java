package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.WatchedKind;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;

/** Infinispan servers created by the Infinispan operator. */
final class InfinispanCache implements CacheProvisioner {
  private static final String INSTALLATION = "https://infinispan.org/docs/infinispan-operator";

  private static final WatchedKind<GenericKubernetesResource> SERVERS =
      WatchedKind.of(InfinispanManifest.RESOURCE);

  private final ComponentPods pods;
  private final StatefulSetCache builtIn;

  InfinispanCache(ComponentPods pods, StatefulSetCache builtIn) {
    this.pods = pods;
    this.builtIn = builtIn;
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return List.of(
        InfinispanManifest.configuration(e, configuration),
        InfinispanManifest.servers(e, configuration));
  }

  @Override
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    return facts.serves(InfinispanManifest.RESOURCE)
        ? List.of()
        : List.of(
            new Violation(
                RemoteCache.FIELD + ".provisioner",
                Reason.PROVISIONER_MISSING,
                "this cluster does not serve %s; install the Infinispan operator (%s), or set it to Auto or StatefulSet"
                    .formatted(ClusterFacts.kind(InfinispanManifest.RESOURCE), INSTALLATION)));
  }

  /** Its pods need at least what those of the StatefulSet do. */
  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    Pod guess = ControlledPod.of(builtIn.servers(e, configuration)).orElseThrow();
    return List.of(
        AdmissionProbe.ofProvisioner(
            RemoteCache.FIELD, InfinispanManifest.servers(e, configuration), guess));
  }

  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    return Optional.empty();
  }

  /** The operator's conditions and its latest warning. */
  @Override
  public String whileDeleted(HasMetadata object) {
    return object instanceof GenericKubernetesResource servers
            && servers.getKind().equals(InfinispanManifest.KIND)
        ? pods.withWarning(InfinispanState.text(servers), servers)
        : "";
  }

  @Override
  public Readiness observe(ComponentContext context) {
    Configuration configuration = context.configuration();
    String name = Names.cache(configuration.name());
    var found = pods.object(SERVERS, context, name);
    return ComponentPods.notOwned(context.experiment(), found, Reason.CACHE_NOT_READY)
        .orElseGet(
            () ->
                new InfinispanReadiness(
                        found,
                        () -> pods.object(WatchedKinds.STATEFUL_SETS, context, name),
                        pods.readiness(context.experiment(), RemoteCache.group(configuration)),
                        pods::latestWarning)
                    .of(configuration.remoteState().replicas()));
  }
}
