package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** The pods of a group: wildfly-operator names their container after their object. */
  static PodGroup pods(Configuration configuration, ServerGroup group) {
    PodGroup servers =
        PodGroup.measured(
                Tier.APPLICATION,
                text(group),
                FIELD,
                configuration.application().pod(),
                selector(configuration, group),
                group.name() + "-[0-9]+",
                group.servers())
            .withResized(true);
    return isWildFlyServer(configuration) ? servers.withContainer(group.name()) : servers;
  }

  private static String text(ServerGroup group) {
    return group.isPartition() ? "the servers of partition " + group.partition() : "the servers";
  }

  /** Labels that select the pods of a group, and no others. */
  static Map<String, String> selector(Configuration configuration, ServerGroup group) {
    return withPartition(Labels.selector(configuration.name(), Tier.APPLICATION), group);
  }

  /** All labels of the objects of a group. */
  static Map<String, String> labels(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return withPartition(
        Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.APPLICATION), group);
  }

  private static Map<String, String> withPartition(Map<String, String> labels, ServerGroup group) {
    if (!group.isPartition()) {
      return labels;
    }
    Map<String, String> all = new LinkedHashMap<>(labels);
    all.put(Labels.PARTITION, group.partition());
    return all;
  }

  /** Metadata of an object of a group. */
  static ObjectMeta metadata(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, String name) {
    ObjectMeta metadata = Metadata.ofTrial(e, configuration, Tier.APPLICATION, name);
    metadata.setLabels(labels(e, configuration, group));
    return metadata;
  }

  /** Name of the service in which each server of a group has an address. */
  static String service(Configuration configuration, ServerGroup group) {
    return isWildFlyServer(configuration) ? WildFlyServerManifest.headless(group) : group.cluster();
  }

  /** Names by which pods of the namespace reach each server. */
  static List<String> hosts(Configuration configuration) {
    return configuration.serverGroups().stream()
        .flatMap(
            group -> group.pods().stream().map(pod -> pod + "." + service(configuration, group)))
        .toList();
  }

  private static boolean isWildFlyServer(Configuration configuration) {
    return configuration.application().provisioner() == Provisioner.WILD_FLY_SERVER;
  }

  private ServerProvisioner provisioner(Configuration configuration) {
    return isWildFlyServer(configuration) ? wildFlyServers : statefulSets;
  }

  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    return configuration.serverGroups().stream().map(group -> pods(configuration, group)).toList();
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    var system = spec.system();
    var application = system.application();
    return spec.withSystem(
        system.withApplication(
            application.withImage(change.apply(Tier.APPLICATION, application.image()))));
  }

  @Override
  public List<ResourceDefinitionContext> kinds() {
    return List.of(WildFlyServerManifest.RESOURCE);
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return configuration.serverGroups().stream()
        .flatMap(group -> provisioner(configuration).objects(e, configuration, group).stream())
        .toList();
  }

  @Override
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    List<Violation> missing = new ArrayList<>(provisioner(configuration).missing(facts));
    var cells = configuration.spec().workload().cells();
    if (cells != null) {
      missing.addAll(CellsTable.violations(cells, facts.configMap()));
    }
    return missing;
  }

  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return configuration.serverGroups().stream()
        .map(group -> provisioner(configuration).probe(e, configuration, group))
        .toList();
  }

  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    return configuration.serverGroups().stream()
        .filter(group -> pod.getMetadata().getName().matches(pods(configuration, group).names()))
        .findFirst()
        .flatMap(group -> provisioner(configuration).requested(e, configuration, group));
  }

  @Override
  public String whileDeleted(HasMetadata object) {
    return wildFlyServers.whileDeleted(object);
  }

  @Override
  public void deploy(ComponentContext context, Applier applier) {
    Configuration configuration = context.configuration();
    configuration
        .serverGroups()
        .forEach(group -> provisioner(configuration).deploy(context, group, applier));
  }

  /** That of the first group that is not ready. */
  @Override
  public Readiness observe(ComponentContext context) {
    Configuration configuration = context.configuration();
    return configuration.serverGroups().stream()
        .map(group -> provisioner(configuration).observe(context, group, reason()))
        .filter(readiness -> readiness.state() != Readiness.State.READY)
        .findFirst()
        .orElseGet(Readiness::ready);
  }
}
