package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.CustomSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.ContainerResizePolicy;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;
import java.util.Map;

/** Manifests of the application servers of a trial. */
final class ApplicationManifest {
  static final String CONTAINER = Tier.APPLICATION.container();
  static final int HTTP = 8080;
  static final int MANAGEMENT = 9990;

  private static final int JGROUPS = 7600;

  /** No requests are in flight when servers are deleted, so a grace period is useless. */
  private static final long GRACE_SECONDS = 5;

  private final Images images;
  private final TestbedSettings settings;

  ApplicationManifest(Images images, TestbedSettings settings) {
    this.images = images;
    this.settings = settings;
  }

  /** Fully qualified name of the headless service, in which servers find each other. */
  String domain(ScalabilityExperiment e, ServerGroup group) {
    return qualified(e, group.cluster());
  }

  /** Fully qualified name of the service in which each server's pod has an address of its own. */
  String addresses(ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    return qualified(e, Servers.service(configuration, group));
  }

  private String qualified(ScalabilityExperiment e, String service) {
    return "%s.%s.svc.%s"
        .formatted(service, e.getMetadata().getNamespace(), settings.clusterDomain());
  }

  /** The headless service, by which servers find each other before they are ready. */
  Service service(ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    CustomSpec custom = configuration.spec().workload().custom();
    return new ServiceBuilder()
        .withMetadata(Servers.metadata(e, configuration, group, group.cluster()))
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Servers.selector(configuration, group))
        .withPorts(custom == null ? servicePorts() : CustomServer.servicePorts(custom))
        .endSpec()
        .build();
  }

  private static List<ServicePort> servicePorts() {
    return List.of(
        new ServicePortBuilder().withName("http").withPort(HTTP).build(),
        new ServicePortBuilder().withName("metrics").withPort(MANAGEMENT).build(),
        new ServicePortBuilder().withName("jgroups").withPort(JGROUPS).build());
  }

  /**
   * The servers.
   *
   * @param resizable whether the cluster can change a running pod's CPU: then servers start with
   *     startupCpu
   */
  StatefulSet servers(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, boolean resizable) {
    return new StatefulSetBuilder()
        .withMetadata(Servers.metadata(e, configuration, group, group.name()))
        .withNewSpec()
        .withServiceName(group.cluster())
        .withReplicas(group.servers())
        .withPodManagementPolicy("Parallel")
        // OnDelete, since a new version of the operator must not restart servers during a
        // measurement.
        .withNewUpdateStrategy()
        .withType("OnDelete")
        .endUpdateStrategy()
        .withNewSelector()
        .withMatchLabels(Servers.selector(configuration, group))
        .endSelector()
        .withNewTemplate()
        .withMetadata(
            PodShape.metadata(
                configuration.application().pod(),
                Servers.labels(e, configuration, group),
                Map.of(),
                CONTAINER))
        .withSpec(pod(e, configuration, group, resizable))
        .endTemplate()
        .endSpec()
        .build();
  }

  /** Initial resources of a server. */
  static Resources startResources(ApplicationSpec application, boolean resizable) {
    boolean boosted = resizable && application.startupCpu().compareTo(application.cpu()) > 0;
    return boosted
        ? new Resources(
            application.cpu(),
            application.startupCpu(),
            justUnder(application.memory()),
            application.memory())
        : Resources.fixed(application.cpu(), application.memory());
  }

  /**
   * A resize must not change a pod's QoS class. With CPU and memory requests both equal to the
   * limits it would become Guaranteed; a memory request that is one mebibyte lower prevents that.
   */
  private static Quantity justUnder(Quantity memory) {
    return new Quantity((Quantities.mebibytes(memory) - 1) + "Mi");
  }

  private PodSpec pod(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, boolean resizable) {
    PodSettings settings = configuration.application().pod();
    return PodShape.spec(settings, GRACE_SECONDS)
        .withShareProcessNamespace(configuration.sharesProcesses(Tier.APPLICATION.label()))
        .withTopologySpreadConstraints(
            PodShape.spread(settings, Labels.selector(configuration.name(), Tier.APPLICATION)))
        .withContainers(container(e, configuration, group, resizable))
        .addToVolumes(PodShape.tmp())
        .addAllToVolumes(PodShape.folders(configuration.application().writableFolders()))
        .addAllToVolumes(WorkloadFile.volumes(configuration.workload()))
        .addAllToVolumes(
            configuration.workload().usesBundledApplication() ? List.of(standalone()) : List.of())
        .build();
  }

  /** The only folder that WildFly writes to. */
  private static Volume standalone() {
    return new VolumeBuilder().withName("standalone").withNewEmptyDir().endEmptyDir().build();
  }

  private Container container(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, boolean resizable) {
    ApplicationSpec application = configuration.application(group);
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(application.image() == null ? images.benchmarkApp() : application.image())
            .withImagePullPolicy(images.pullPolicy())
            .withEnv(ServerEnvironment.of(configuration, group, domain(e, group)))
            .withResources(startResources(application, resizable).requirements())
            .withSecurityContext(Restricted.container())
            .withTerminationMessagePolicy("FallbackToLogsOnError")
            .addToVolumeMounts(PodShape.tmpMount())
            .addAllToVolumeMounts(PodShape.folderMounts(application.writableFolders()))
            .addAllToVolumeMounts(WorkloadFile.mounts(configuration.workload()));
    if (resizable) {
      container.withResizePolicy(new ContainerResizePolicy(Resources.CPU, "NotRequired"));
    }
    int patienceSeconds = configuration.spec().timeouts().serversSeconds();
    CustomSpec custom = configuration.spec().workload().custom();
    return (custom == null
            ? wildFly(container, patienceSeconds)
            : CustomServer.container(container, custom, patienceSeconds))
        .build();
  }

  private static ContainerBuilder wildFly(ContainerBuilder container, int patienceSeconds) {
    Probes.OfWildFly probes = Probes.OfWildFly.at(new IntOrString("metrics"), patienceSeconds);
    return container
        .withPorts(
            new ContainerPortBuilder().withName("http").withContainerPort(HTTP).build(),
            new ContainerPortBuilder().withName("metrics").withContainerPort(MANAGEMENT).build(),
            new ContainerPortBuilder().withName("jgroups").withContainerPort(JGROUPS).build())
        .withStartupProbe(probes.startup())
        .withReadinessProbe(probes.readiness())
        .withLivenessProbe(probes.liveness())
        .addNewVolumeMount()
        .withName("standalone")
        .withMountPath("/opt/wildfly/standalone")
        .endVolumeMount();
  }

  /** The CPU part of a server's resources while it is measured, as in the resize request. */
  static Map<String, Object> cpuLimit(ApplicationSpec application, String container) {
    Map<String, String> cpu = Map.of(Resources.CPU, application.cpu().toString());
    Map<String, Object> resources = Map.of("requests", cpu, "limits", cpu);
    return Map.of(
        "spec", Map.of("containers", List.of(Map.of("name", container, "resources", resources))));
  }
}
