package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.function.BiFunction;

/** The application servers. */
public final class Servers extends Component {
  /** Name of this component, with which balancer and suppliers are deployed. */
  static final String NAME = "Servers";

  private final ComponentPods pods;
  private final ApplicationManifest manifest;
  private final ClusterWatch cluster;

  Servers(ComponentPods pods, ApplicationManifest manifest, ClusterWatch cluster) {
    super(NAME, "the servers", Reason.SERVERS_NOT_READY);
    this.pods = pods;
    this.manifest = manifest;
    this.cluster = cluster;
  }

  /** The servers of a configuration. */
  static PodGroup group(Configuration t) {
    return PodGroup.measured(
            Tier.APPLICATION,
            "the servers",
            "spec.system.application",
            t.application().pod(),
            Labels.selector(t.name(), Tier.APPLICATION),
            Names.application(t.name()) + "-[0-9]+",
            t.replicas())
        .withResizing();
  }

  @Override
  public List<PodGroup> podGroups(Configuration t) {
    return List.of(group(t));
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    var system = spec.system();
    var application = system.application();
    return spec.with(
        system.with(application.withImage(change.apply(Tier.APPLICATION, application.image()))));
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration t) {
    return List.of(manifest.service(e, t), manifest.servers(e, t, cluster.resizable()));
  }

  @Override
  public List<Violation> missing(Configuration t, ClusterFacts facts) {
    var cells = t.spec().workload().cells();
    return cells == null ? List.of() : CellsTable.violations(cells, facts.configMap());
  }

  @Override
  public Readiness observe(Scene scene) {
    Configuration t = scene.configuration();
    return pods.readiness(
        scene.experiment(),
        group(t),
        pods.object(WatchedKinds.STATEFUL_SETS, scene, Names.application(t.name())),
        reason(),
        t.replicas(),
        "%d of %d servers ready");
  }
}
