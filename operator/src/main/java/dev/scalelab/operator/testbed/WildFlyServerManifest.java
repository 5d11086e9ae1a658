package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.CustomSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.PodMetadata;
import dev.scalelab.operator.platform.Restricted;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Manifest of a trial's servers as a WildFlyServer of wildfly-operator, which creates a StatefulSet
 * of the same name. Its image, settings, probes and resources are those of the built-in
 * StatefulSet.
 */
final class WildFlyServerManifest {
  static final String API_VERSION = "wildfly.org/v1alpha1";
  static final String KIND = "WildFlyServer";

  /** Its name in the API; a lookup by kind would fail in clusters without this kind. */
  static final ResourceDefinitionContext RESOURCE =
      new ResourceDefinitionContext.Builder()
          .withGroup("wildfly.org")
          .withVersion("v1alpha1")
          .withKind(KIND)
          .withPlural("wildflyservers")
          .withNamespaced(true)
          .build();

  /** What wildfly-operator adds to the name for the service that its StatefulSet has. */
  private static final String HEADLESS = "-headless";

  /** wildfly-operator mounts an empty folder here, the only volume of a server. */
  private static final String SERVER_DIR = "/opt/wildfly/standalone/data";

  /** wildfly-operator mounts each of the ConfigMaps below this folder. */
  private static final String CONFIG_MAPS = "/etc/configmaps/";

  /** The ports that wildfly-operator declares: 8080 as http and 9990 as this. */
  private static final String MANAGEMENT = "admin";

  private static final long USER = 1000;

  private final Images images;
  private final ApplicationManifest application;

  WildFlyServerManifest(Images images, ApplicationManifest application) {
    this.images = images;
    this.application = application;
  }

  /** Name of the service in which each server's pod has an address, once it is ready. */
  static String headless(ServerGroup group) {
    return group.name() + HEADLESS;
  }

  /**
   * The servers.
   *
   * @param resizable whether the cluster can change a running pod's CPU: then servers start with
   *     startupCpu
   */
  GenericKubernetesResource servers(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, boolean resizable) {
    GenericKubernetesResource servers =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(API_VERSION)
            .withKind(KIND)
            .withMetadata(metadata(e, configuration, group))
            .build();
    servers.setAdditionalProperty("spec", spec(e, configuration, group, resizable));
    return servers;
  }

  /** wildfly-operator copies the labels to the pods and services, and selects them by all. */
  private static ObjectMeta metadata(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    ObjectMeta metadata = Servers.metadata(e, configuration, group, group.name());
    metadata.setLabels(
        PodMetadata.labels(configuration.application().pod().labels(), metadata.getLabels()));
    return metadata;
  }

  private Map<String, Object> spec(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group, boolean resizable) {
    ApplicationSpec settings = configuration.application(group);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "applicationImage", settings.image() == null ? images.benchmarkApp() : settings.image());
    spec.put("replicas", group.servers());
    // Each configuration has servers of its own, and none is ever scaled down. If somebody else
    // does that, the recovery of transactions would wait for ever for a program that our image
    // does not have.
    spec.put("deactivateTransactionRecovery", true);
    spec.put("disableHTTPRoute", true);
    // All requests of a load generator have one address: an affinity would send them to one server.
    spec.put("sessionAffinity", false);
    spec.put("env", environment(e, configuration, group));
    spec.put("resources", ApplicationManifest.startResources(settings, resizable).requirements());
    spec.put("securityContext", securityContext());
    configuration.workload().file().ifPresent(file -> spec.put("configMaps", List.of(file.name())));
    spec.putAll(
        probes(
            configuration.spec().workload().custom(),
            configuration.spec().timeouts().serversSeconds()));
    return spec;
  }

  private List<EnvVar> environment(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group) {
    List<EnvVar> environment =
        new ArrayList<>(ServerEnvironment.of(configuration, group, application.domain(e, group)));
    configuration
        .workload()
        .file()
        .ifPresent(
            file ->
                environment.replaceAll(
                    variable ->
                        variable.getName().equals(WorkloadFile.VARIABLE)
                            ? new EnvVar(
                                WorkloadFile.VARIABLE,
                                CONFIG_MAPS + file.name() + "/" + file.key(),
                                null)
                            : variable));
    if (configuration.workload().usesBundledApplication()) {
      environment.add(new EnvVar("SERVER_DIR", SERVER_DIR, null));
    }
    return environment;
  }

  /**
   * As restricted as the built-in StatefulSet, but for the root file system: there is no folder for
   * temporary files.
   */
  private static SecurityContext securityContext() {
    return new SecurityContextBuilder(Restricted.container())
        .withReadOnlyRootFilesystem(false)
        .withRunAsNonRoot(true)
        .withRunAsUser(USER)
        .withRunAsGroup(USER)
        .build();
  }

  /** The same checks as in the built-in StatefulSet: its own are late by up to 20 s. */
  private static Map<String, Object> probes(CustomSpec custom, int patienceSeconds) {
    Map<String, Object> probes = new LinkedHashMap<>();
    if (custom == null) {
      var own = Probes.OfWildFly.at(new IntOrString(MANAGEMENT), patienceSeconds);
      probes.put("startupProbe", atOnce(own.startup()));
      probes.put("readinessProbe", atOnce(own.readiness()));
      probes.put("livenessProbe", atOnce(own.liveness()));
    } else {
      String path = custom.readinessPath();
      IntOrString port = new IntOrString("http");
      probes.put("startupProbe", atOnce(Probes.startup(path, port, patienceSeconds)));
      probes.put("readinessProbe", atOnce(Probes.every(2, path, port, 5)));
      // Without one wildfly-operator would ask an own application for /health/live of WildFly.
      probes.put("livenessProbe", atOnce(Probes.every(10, path, port, patienceSeconds)));
    }
    return probes;
  }

  /** wildfly-operator's own delay is longer. */
  private static Probe atOnce(Probe probe) {
    return new ProbeBuilder(probe).withInitialDelaySeconds(0).build();
  }
}
