package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Infinispan servers from ScaleLab's own image, as a StatefulSet. */
final class StatefulSetCache implements CacheProvisioner {
  /** The clients' port has this name where the Infinispan operator creates the pods, too. */
  private static final String CLIENTS = "infinispan";

  private static final String HEALTH = "/rest/v2/container/health/status";
  private static final String SERVER_FOLDER = "/opt/infinispan/server";
  private static final int CLUSTER = 7800;
  private static final int FAILURE_DETECTION = 57800;

  /** No client is left when they are deleted. */
  private static final long GRACE_SECONDS = 2;

  private final ComponentPods pods;
  private final Images images;

  StatefulSetCache(ComponentPods pods, Images images) {
    this.pods = pods;
    this.images = images;
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return List.of(service(e, configuration), servers(e, configuration));
  }

  @Override
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    return List.of();
  }

  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return List.of(AdmissionProbe.exact(RemoteCache.FIELD, servers(e, configuration)));
  }

  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    return Optional.of(pod(configuration));
  }

  @Override
  public Readiness observe(ComponentContext context) {
    Configuration configuration = context.configuration();
    return pods.readiness(
        context.experiment(),
        RemoteCache.group(configuration),
        pods.object(WatchedKinds.STATEFUL_SETS, context, Names.cache(configuration.name())),
        Reason.CACHE_NOT_READY,
        configuration.remoteState().replicas(),
        RemoteCache.UNREADY);
  }

  /** The headless service, by which they find each other before they are ready. */
  private static Service service(ScalabilityExperiment e, Configuration configuration) {
    return new ServiceBuilder()
        .withMetadata(
            Metadata.ofTrial(e, configuration, Tier.CACHE, Names.cache(configuration.name())))
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(configuration.name(), Tier.CACHE))
        .withPorts(
            ports().stream()
                .map(
                    port ->
                        new ServicePortBuilder()
                            .withName(port.getName())
                            .withPort(port.getContainerPort())
                            .build())
                .toList())
        .endSpec()
        .build();
  }

  private static List<ContainerPort> ports() {
    return List.of(
        port(CLIENTS, RemoteCache.PORT), port("jgroups", CLUSTER), port("fd", FAILURE_DETECTION));
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }

  /** The servers. */
  StatefulSet servers(ScalabilityExperiment e, Configuration configuration) {
    String name = Names.cache(configuration.name());
    return new StatefulSetBuilder()
        .withMetadata(Metadata.ofTrial(e, configuration, Tier.CACHE, name))
        .withNewSpec()
        .withServiceName(name)
        .withReplicas(configuration.remoteState().replicas())
        .withPodManagementPolicy("Parallel")
        .withNewUpdateStrategy()
        .withType("OnDelete")
        .endUpdateStrategy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(configuration.name(), Tier.CACHE))
        .endSelector()
        .withNewTemplate()
        .withMetadata(
            PodShape.metadata(
                configuration.remoteState().pod(),
                Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.CACHE),
                Map.of(),
                Tier.CACHE.container()))
        .withSpec(pod(configuration))
        .endTemplate()
        .endSpec()
        .build();
  }

  private PodSpec pod(Configuration configuration) {
    PodSettings settings = configuration.remoteState().pod();
    return PodShape.spec(settings, GRACE_SECONDS)
        .withShareProcessNamespace(configuration.sharesProcesses(Tier.CACHE.label()))
        .withTopologySpreadConstraints(
            PodShape.spread(settings, Labels.selector(configuration.name(), Tier.CACHE)))
        .withContainers(container(configuration))
        .addToVolumes(PodShape.tmp())
        .addAllToVolumes(PodShape.folders(List.of(SERVER_FOLDER)))
        .build();
  }

  private Container container(Configuration configuration) {
    RemoteStateSpec remote = configuration.remoteState();
    IntOrString port = new IntOrString(CLIENTS);
    // Like application servers, they are started again while there is time for another start.
    int startSeconds =
        Math.max(Probes.MIN_START_SECONDS, configuration.spec().timeouts().serversSeconds() / 2);
    return new ContainerBuilder()
        .withName(Tier.CACHE.container())
        .withImage(remote.image() == null ? images.infinispanServer() : remote.image())
        .withImagePullPolicy(images.pullPolicy())
        .withEnv(environment(configuration))
        .withPorts(ports())
        .withResources(Resources.fixed(remote.cpu(), remote.memory()).requirements())
        .withStartupProbe(Probes.startup(HEALTH, port, startSeconds))
        .withReadinessProbe(Probes.every(2, HEALTH, port, 5))
        .withLivenessProbe(Probes.every(10, HEALTH, port, 12))
        .withSecurityContext(Restricted.container())
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .addToVolumeMounts(PodShape.tmpMount())
        .addAllToVolumeMounts(PodShape.folderMounts(List.of(SERVER_FOLDER)))
        .build();
  }

  private static List<EnvVar> environment(Configuration configuration) {
    CacheCopies copies = CacheCopies.of(configuration);
    return List.of(
        ServerEnvironment.fromField("POD_NAME", "metadata.name"),
        ServerEnvironment.fromField("POD_IP", "status.podIP"),
        new EnvVar("CLUSTER_DNS", Names.cache(configuration.name()), null),
        new EnvVar("SESSION_COPIES", "" + copies.sessions(), null),
        new EnvVar("BEAN_COPIES", "" + copies.beans(), null),
        new EnvVar("PORTAL_CACHE_COPIES", "" + copies.accounts(), null),
        new EnvVar("LOG_LEVEL", "WARN", null));
  }
}
