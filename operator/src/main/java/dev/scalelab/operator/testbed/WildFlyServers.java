package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.WatchedKind;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;

/**
 * Servers as a WildFlyServer, for which wildfly-operator creates a StatefulSet of the same name and
 * services.
 */
final class WildFlyServers implements ServerProvisioner {
  private static final WatchedKind<GenericKubernetesResource> SERVERS =
      WatchedKind.of(WildFlyServerManifest.RESOURCE);

  private final ComponentPods pods;
  private final ApplicationManifest application;
  private final WildFlyServerManifest manifest;
  private final ClusterWatch cluster;

  WildFlyServers(
      ComponentPods pods,
      ApplicationManifest application,
      WildFlyServerManifest manifest,
      ClusterWatch cluster) {
    this.pods = pods;
    this.application = application;
    this.manifest = manifest;
    this.cluster = cluster;
  }

  @Override
  public List<Violation> missing(ClusterFacts facts) {
    return facts.serves(WildFlyServerManifest.RESOURCE)
        ? List.of()
        : List.of(
            new Violation(
                Servers.FIELD + ".provisioner",
                Reason.PROVISIONER_MISSING,
                "this cluster does not serve %s; install wildfly-operator, or set it to StatefulSet"
                    .formatted(ClusterFacts.kind(WildFlyServerManifest.RESOURCE))));
  }

  /**
   * The service is ScaleLab's own: servers find each other in it before they are ready, and
   * wildfly-operator's have only ready ones.
   */
  @Override
  public List<HasMetadata> objects(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return List.of(application.service(e, configuration, group), servers(e, configuration, group));
  }

  private GenericKubernetesResource servers(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return manifest.servers(e, configuration, group, cluster.resizable());
  }

  @Override
  public AdmissionProbe probe(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    GenericKubernetesResource servers = servers(e, configuration, group);
    return AdmissionProbe.ofProvisioner(Servers.FIELD, servers, WildFlyServerPod.of(servers));
  }

  /** That of wildfly-operator's StatefulSet. */
  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return Optional.ofNullable(pods.whole(e.getMetadata().getNamespace(), group.name()))
        .map(set -> set.getSpec().getTemplate().getSpec());
  }

  /** wildfly-operator's own state and latest warning. */
  @Override
  public String whileDeleted(HasMetadata object) {
    return object instanceof GenericKubernetesResource server
            && server.getKind().equals(WildFlyServerManifest.KIND)
        ? pods.withWarning(WildFlyServerState.text(server), server)
        : "";
  }

  /**
   * Creates the WildFlyServer once: after any change of it wildfly-operator restarts all servers.
   */
  @Override
  public void deploy(ComponentContext context, ServerGroup group, Applier applier) {
    ScalabilityExperiment e = context.experiment();
    Configuration configuration = context.configuration();
    applier.apply(e, application.service(e, configuration, group));
    applier.create(e, servers(e, configuration, group));
  }

  @Override
  public Readiness observe(ComponentContext context, ServerGroup group, Reason reason) {
    ScalabilityExperiment e = context.experiment();
    Configuration configuration = context.configuration();
    GenericKubernetesResource server = pods.object(SERVERS, context, group.name());
    return ComponentPods.notOwned(e, server, reason)
        .orElseGet(
            () ->
                new WildFlyServerReadiness(
                        server,
                        server == null
                            ? null
                            : pods.object(WatchedKinds.STATEFUL_SETS, context, group.name()),
                        () ->
                            pods.object(
                                    WatchedKinds.SERVICES,
                                    context,
                                    WildFlyServerManifest.headless(group))
                                != null,
                        pods.readiness(e, Servers.pods(configuration, group)),
                        pods::latestWarning)
                    .of(reason, group.servers(), Servers.UNREADY));
  }
}
