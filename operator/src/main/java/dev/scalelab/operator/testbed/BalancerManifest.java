package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;

/** Manifests of the HAProxy of a trial. */
final class BalancerManifest {
  static final String CONTAINER = Tier.BALANCER.container();
  private static final String FILE = "haproxy.cfg";
  private static final String DIRECTORY = "/etc/scalelab";
  private static final int HTTP = 8080;
  private static final int METRICS = 8405;
  private static final long GRACE_SECONDS = 2;

  private final Images images;
  private final ApplicationManifest application;

  BalancerManifest(Images images, ApplicationManifest application) {
    this.images = images;
    this.application = application;
  }

  /** The configuration file. */
  ConfigMap configuration(ScalabilityExperiment e, Configuration t) {
    String text =
        HaproxyConfiguration.text(
            t.spec().system().balancer(),
            ApplicationManifest.pods(t),
            application.domain(e, t),
            HealthCheck.of(t.spec().workload()),
            t.load().requestTimeoutMillis(),
            t.workload().keepsConnections());
    return new ConfigMapBuilder()
        .withMetadata(Metadata.ofTrial(e, t, Tier.BALANCER, Names.balancer(t.name())))
        .withData(Map.of(FILE, text))
        .build();
  }

  /**
   * The service to which the load is sent. It also sends requests to a balancer that is not ready
   * because it misses a server: the evidence of each step has the number of servers in the
   * balancer.
   */
  Service service(ScalabilityExperiment e, Configuration t) {
    return new ServiceBuilder()
        .withMetadata(Metadata.ofTrial(e, t, Tier.BALANCER, Names.balancer(t.name())))
        .withNewSpec()
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(t.name(), Tier.BALANCER))
        .withPorts(OnePod.http(HTTP))
        .endSpec()
        .build();
  }

  /** The single HAProxy. */
  Deployment balancer(ScalabilityExperiment e, Configuration t) {
    return OnePod.deployment(
        e,
        t,
        Tier.BALANCER,
        Names.balancer(t.name()),
        t.spec().system().balancer().pod(),
        pod(t.spec().system().balancer(), t));
  }

  private PodSpec pod(BalancerSpec balancer, Configuration t) {
    return PodShape.spec(balancer.pod(), GRACE_SECONDS)
        .withContainers(container(balancer))
        .addNewVolume()
        .withName("configuration")
        .withNewConfigMap()
        .withName(Names.balancer(t.name()))
        .endConfigMap()
        .endVolume()
        .build();
  }

  private Container container(BalancerSpec balancer) {
    IntOrString metrics = new IntOrString("metrics");
    return new ContainerBuilder()
        .withName(CONTAINER)
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
