package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Optional;

/** Servers as a StatefulSet, which every cluster has. */
final class StatefulSetServers implements ServerProvisioner {
  private final ComponentPods pods;
  private final ApplicationManifest manifest;
  private final ClusterWatch cluster;

  StatefulSetServers(ComponentPods pods, ApplicationManifest manifest, ClusterWatch cluster) {
    this.pods = pods;
    this.manifest = manifest;
    this.cluster = cluster;
  }

  @Override
  public List<Violation> missing(ClusterFacts facts) {
    return List.of();
  }

  @Override
  public List<HasMetadata> objects(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return List.of(manifest.service(e, configuration, group), servers(e, configuration, group));
  }

  private StatefulSet servers(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return manifest.servers(e, configuration, group, cluster.resizable());
  }

  @Override
  public AdmissionProbe probe(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return AdmissionProbe.exact(Servers.FIELD, servers(e, configuration, group));
  }

  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return Optional.of(servers(e, configuration, group).getSpec().getTemplate().getSpec());
  }

  @Override
  public void deploy(ComponentContext context, ServerGroup group, Applier applier) {
    objects(context.experiment(), context.configuration(), group)
        .forEach(object -> applier.apply(context.experiment(), object));
  }

  @Override
  public Readiness observe(ComponentContext context, ServerGroup group, Reason reason) {
    Configuration configuration = context.configuration();
    return pods.readiness(
        context.experiment(),
        Servers.pods(configuration, group),
        pods.object(WatchedKinds.STATEFUL_SETS, context, group.name()),
        reason,
        group.servers(),
        Servers.UNREADY);
  }
}
