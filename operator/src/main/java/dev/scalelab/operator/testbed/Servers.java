package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The application servers, created by one of the provisioners. */
public final class Servers extends Component {
  /** Name of this component, with which balancer and suppliers are deployed. */
  static final String NAME = "Servers";

  static final String FIELD = "spec.system.application";

  /** Message while not all are ready. */
  static final String UNREADY = "%d of %d servers ready";

  private final ServerProvisioner statefulSets;
  private final ServerProvisioner wildFlyServers;

  Servers(ServerProvisioner statefulSets, ServerProvisioner wildFlyServers) {
    super(NAME, "the servers", Reason.SERVERS_NOT_READY);
    this.statefulSets = statefulSets;
    this.wildFlyServers = wildFlyServers;
  }

  /** The servers of a configuration: wildfly-operator names their container after their object. */
  static PodGroup group(Configuration t) {
    PodGroup servers =
        PodGroup.measured(
                Tier.APPLICATION,
                "the servers",
                FIELD,
                t.application().pod(),
                Labels.selector(t.name(), Tier.APPLICATION),
                Names.application(t.name()) + "-[0-9]+",
                t.replicas())
            .withResizing();
    return isWildFlyServer(t) ? servers.withContainer(Names.application(t.name())) : servers;
  }

  /** Name of the service in which each of a configuration's servers has an address. */
  static String service(Configuration t) {
    return isWildFlyServer(t) ? WildFlyServerManifest.headless(t) : Names.application(t.name());
  }

  private static boolean isWildFlyServer(Configuration t) {
    return t.application().provisioner() == Provisioner.WILD_FLY_SERVER;
  }

  private ServerProvisioner provisioner(Configuration t) {
    return isWildFlyServer(t) ? wildFlyServers : statefulSets;
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
  public List<ResourceDefinitionContext> kinds() {
    return List.of(WildFlyServerManifest.RESOURCE);
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration t) {
    return provisioner(t).objects(e, t);
  }

  @Override
  public List<Violation> missing(Configuration t, ClusterFacts facts) {
    List<Violation> missing = new ArrayList<>(provisioner(t).missing(facts));
    var cells = t.spec().workload().cells();
    if (cells != null) {
      missing.addAll(CellsTable.violations(cells, facts.configMap()));
    }
    return missing;
  }

  @Override
  public List<Probe> probes(ScalabilityExperiment e, Configuration t) {
    return List.of(provisioner(t).probe(e, t));
  }

  @Override
  public Optional<PodSpec> requested(ScalabilityExperiment e, Configuration t, Pod pod) {
    return provisioner(t).requested(e, t);
  }

  @Override
  public void deploy(Scene scene, Applier applier) {
    provisioner(scene.configuration()).deploy(scene, applier);
  }

  @Override
  public Readiness observe(Scene scene) {
    return provisioner(scene.configuration()).observe(scene, reason());
  }
}
