package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The HAProxy of a trial, which starts with the servers. With the policy None there is none, only a
 * service of its name, by which suppliers reach any of the servers.
 */
public final class Balancer extends Component {
  private static final String FILE = "haproxy.cfg";
  private static final String DIRECTORY = "/etc/scalelab";
  private static final int HTTP = 8080;
  private static final int METRICS = 8405;
  private static final long GRACE_SECONDS = 2;

  private final ComponentPods pods;
  private final Images images;
  private final ApplicationManifest application;

  Balancer(ComponentPods pods, Images images, ApplicationManifest application) {
    super("Balancer", "the balancer", Reason.BALANCER_NOT_READY);
    this.pods = pods;
    this.images = images;
    this.application = application;
  }

  private static PodGroup group(Configuration configuration) {
    return PodGroup.measured(
        Tier.BALANCER,
        "the balancer",
        "spec.system.balancer",
        configuration.spec().system().balancer().pod(),
        Labels.selector(configuration.name(), Tier.BALANCER),
        Names.balancer(configuration.name()) + "-[a-z0-9]+-[a-z0-9]+",
        1);
  }

  /** Whether a configuration has a balancer. */
  public static boolean isUsed(Configuration configuration) {
    return configuration.spec().system().balancer().policy() != BalancingPolicy.NONE;
  }

  /**
   * The load generator's settings about where the load is sent: to the balancer or, without one, to
   * each of the servers.
   */
  public static Map<String, Object> loadSettings(Configuration configuration) {
    List<String> hosts =
        isUsed(configuration)
            ? List.of(Names.balancer(configuration.name()))
            : Servers.hosts(configuration);
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(
        "TARGET_URL",
        hosts.stream().map(host -> "http://" + host + ":" + HTTP).collect(Collectors.joining(",")));
    if (configuration.spec().system().balancer().policy() == BalancingPolicy.FIRST_AVAILABLE) {
      settings.put("CLIENT_HEADER", HaproxyConfiguration.CLIENT_HEADER);
    }
    return settings;
  }

  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    return isUsed(configuration) ? List.of(group(configuration)) : List.of();
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    BalancerSpec balancer = spec.system().balancer();
    return spec.withSystem(
        spec.system()
            .withBalancer(balancer.withImage(change.apply(Tier.BALANCER, balancer.image()))));
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return isUsed(configuration)
        ? List.of(
            configuration(e, configuration), service(e, configuration), balancer(e, configuration))
        : List.of(service(e, configuration));
  }

  @Override
  public String deployedWith() {
    return Servers.NAME;
  }

  /** Whether it sees every server; without a balancer, whether the service exists. */
  @Override
  public Readiness observe(ComponentContext context) {
    Configuration configuration = context.configuration();
    if (!isUsed(configuration)) {
      Service service =
          pods.object(WatchedKinds.SERVICES, context, Names.balancer(configuration.name()));
      return ComponentPods.notOwned(context.experiment(), service, reason())
          .orElseGet(() -> service == null ? Readiness.absent() : Readiness.ready());
    }
    return pods.readiness(
        context.experiment(),
        group(configuration),
        pods.object(WatchedKinds.DEPLOYMENTS, context, Names.balancer(configuration.name())),
        reason(),
        1,
        "the balancer does not see %s yet"
            .formatted(Message.all(configuration.replicas(), "server")));
  }

  /** Where requests to any server are sent. */
  static String url(Configuration configuration) {
    return "http://%s:%d".formatted(Names.balancer(configuration.name()), HTTP);
  }

  /** The configuration file. */
  ConfigMap configuration(ScalabilityExperiment e, Configuration configuration) {
    String text =
        HaproxyConfiguration.text(
            configuration.spec().system().balancer(),
            configuration.serverGroups().stream()
                .map(group -> backend(e, configuration, group))
                .toList(),
            HealthCheck.of(configuration.spec().workload()),
            configuration.load().requestTimeoutMillis(),
            configuration.workload().keepsConnections());
    return new ConfigMapBuilder()
        .withMetadata(
            Metadata.ofTrial(e, configuration, Tier.BALANCER, Names.balancer(configuration.name())))
        .withData(Map.of(FILE, text))
        .build();
  }

  private HaproxyBackend backend(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return new HaproxyBackend(
        group.partition(),
        group.tier(),
        group.domains(),
        group.pods(),
        application.addresses(e, configuration, group),
        group.tier() == ServerTier.BEANS && configuration.workload().keepsBeans());
  }

  /**
   * The service to which the load is sent. It also sends requests to a balancer that is not ready
   * because it misses a server: the evidence of each step has the number of servers in the
   * balancer. Without a balancer it is of the servers that are ready.
   */
  Service service(ScalabilityExperiment e, Configuration configuration) {
    return new ServiceBuilder()
        .withMetadata(
            Metadata.ofTrial(e, configuration, Tier.BALANCER, Names.balancer(configuration.name())))
        .withNewSpec()
        .withPublishNotReadyAddresses(isUsed(configuration))
        .withSelector(
            Labels.selector(
                configuration.name(), isUsed(configuration) ? Tier.BALANCER : Tier.APPLICATION))
        .withPorts(OnePod.http(HTTP))
        .endSpec()
        .build();
  }

  /** The single HAProxy. */
  Deployment balancer(ScalabilityExperiment e, Configuration configuration) {
    return OnePod.deployment(
        e,
        configuration,
        Tier.BALANCER,
        Names.balancer(configuration.name()),
        configuration.spec().system().balancer().pod(),
        pod(configuration.spec().system().balancer(), configuration));
  }

  private PodSpec pod(BalancerSpec balancer, Configuration configuration) {
    return PodShape.spec(balancer.pod(), GRACE_SECONDS)
        .withShareProcessNamespace(configuration.sharesProcesses(Tier.BALANCER.label()))
        .withContainers(container(balancer))
        .addNewVolume()
        .withName("configuration")
        .withNewConfigMap()
        .withName(Names.balancer(configuration.name()))
        .endConfigMap()
        .endVolume()
        .build();
  }

  private Container container(BalancerSpec balancer) {
    IntOrString metrics = new IntOrString("metrics");
    return new ContainerBuilder()
        .withName(Tier.BALANCER.container())
        .withImage(balancer.image() == null ? images.haproxy() : balancer.image())
        .withImagePullPolicy(images.pullPolicy())
        .withCommand("haproxy", "-db", "-f", DIRECTORY + "/" + FILE)
        .withPorts(
            new ContainerPortBuilder().withName("http").withContainerPort(HTTP).build(),
            new ContainerPortBuilder().withName("metrics").withContainerPort(METRICS).build())
        .withResources(Resources.fixed(balancer.cpu(), balancer.memory()).requirements())
        .withReadinessProbe(Probes.every(1, "/ready", metrics, 3))
        .withLivenessProbe(Probes.every(10, "/live", metrics, 3))
        .withSecurityContext(Restricted.container())
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .addNewVolumeMount()
        .withName("configuration")
        .withMountPath(DIRECTORY)
        .withReadOnly(true)
        .endVolumeMount()
        .build();
  }
}
