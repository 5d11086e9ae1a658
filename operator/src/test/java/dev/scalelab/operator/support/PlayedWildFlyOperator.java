package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Simulates wildfly-operator: for each WildFlyServer it creates the StatefulSet and the services
 * that version 1.1.3 was seen to create, and reports each pod as ACTIVE, whatever its state is.
 */
public final class PlayedWildFlyOperator {
  private static final String API_VERSION = "wildfly.org/v1alpha1";
  private static final String KIND = "WildFlyServer";

  private final KubernetesClient client;
  private final String namespace;

  public PlayedWildFlyOperator(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Every WildFlyServer. */
  public List<GenericKubernetesResource> servers() {
    return client
        .genericKubernetesResources(API_VERSION, KIND)
        .inNamespace(namespace)
        .list()
        .getItems();
  }

  /** One of them; null if it is absent. */
  public GenericKubernetesResource server(String name) {
    return client
        .genericKubernetesResources(API_VERSION, KIND)
        .inNamespace(namespace)
        .withName(name)
        .get();
  }

  /** Creates what is missing for all of them. */
  public void play() {
    servers().stream()
        .filter(server -> server.getMetadata().getDeletionTimestamp() == null)
        .filter(server -> server.get("status", "replicas") == null)
        .forEach(this::reconcile);
  }

  private void reconcile(GenericKubernetesResource server) {
    String name = server.getMetadata().getName();
    Map<String, String> labels = new HashMap<>(server.getMetadata().getLabels());
    labels.put("app.kubernetes.io/name", name);
    labels.put("app.openshift.io/runtime", "wildfly");
    createStatefulSet(server, labels);
    for (String suffix : List.of("-headless", "-admin", "-loadbalancer")) {
      client
          .resource(
              new ServiceBuilder()
                  .withMetadata(owned(server, name + suffix, labels))
                  .withNewSpec()
                  .withClusterIP(suffix.equals("-loadbalancer") ? null : "None")
                  .withSelector(labels)
                  .addNewPort()
                  .withPort(suffix.equals("-admin") ? 9990 : 8080)
                  .endPort()
                  .endSpec()
                  .build())
          .create();
    }
    int replicas = server.get("spec", "replicas");
    report(
        server,
        IntStream.range(0, replicas).mapToObj(pod -> pod(name + "-" + pod, "ACTIVE")).toList());
  }

  /** Writes the status. */
  public void report(GenericKubernetesResource server, List<Map<String, Object>> pods) {
    GenericKubernetesResource now = server(server.getMetadata().getName());
    now.setAdditionalProperty(
        "status", Map.of("pods", pods, "replicas", pods.size(), "scalingdownPods", 0));
    client.resource(now).updateStatus();
  }

  /** A pod in the status. */
  public static Map<String, Object> pod(String name, String state) {
    return Map.of("name", name, "podIP", "", "state", state);
  }

  /** Reports a warning about one of them. */
  public void warn(GenericKubernetesResource server, String reason, String message) {
    Warnings.report(client, server, reason, message);
  }

  private void createStatefulSet(GenericKubernetesResource server, Map<String, String> labels) {
    String name = server.getMetadata().getName();
    Map<String, String> ofPods = new HashMap<>(labels);
    ofPods.put("wildfly.org/operated-by-headless", "active");
    ofPods.put("wildfly.org/operated-by-loadbalancer", "active");
    client
        .resource(
            new StatefulSetBuilder()
                .withMetadata(owned(server, name, labels))
                .withNewSpec()
                .withReplicas(server.<Integer>get("spec", "replicas"))
                .withServiceName(name + "-headless")
                .withPodManagementPolicy("Parallel")
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(ofPods)
                .addToAnnotations("wildfly.org/server-type", "generic")
                .endMetadata()
                .withNewSpec()
                .withNewSecurityContext()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .addNewContainer()
                .withName(name)
                .withImage(server.<String>get("spec", "applicationImage"))
                .withEnv(List.of(read(server, "env", EnvVar[].class)))
                .addNewEnv()
                .withName("STATEFULSET_HEADLESS_SERVICE_NAME")
                .withValue(name + "-headless")
                .endEnv()
                .addNewPort()
                .withName("http")
                .withContainerPort(8080)
                .endPort()
                .addNewPort()
                .withName("admin")
                .withContainerPort(9990)
                .endPort()
                .withStartupProbe(read(server, "startupProbe", Probe.class))
                .withReadinessProbe(read(server, "readinessProbe", Probe.class))
                .withLivenessProbe(read(server, "livenessProbe", Probe.class))
                .withResources(read(server, "resources", ResourceRequirements.class))
                .withSecurityContext(read(server, "securityContext", SecurityContext.class))
                .addNewVolumeMount()
                .withName(name + "-volume")
                .withMountPath("/opt/wildfly/standalone/data")
                .endVolumeMount()
                .endContainer()
                .addNewVolume()
                .withName(name + "-volume")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build())
        .create();
  }

  private static <T> T read(GenericKubernetesResource server, String field, Class<T> type) {
    Map<String, Object> spec = server.get("spec");
    return Serialization.jsonMapper().convertValue(spec.get(field), type);
  }

  /** With a reference to its owner that, unlike a controller's own, does not call itself one. */
  private ObjectMeta owned(
      GenericKubernetesResource server, String name, Map<String, String> labels) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(labels)
        .addNewOwnerReference()
        .withApiVersion(API_VERSION)
        .withKind(KIND)
        .withName(server.getMetadata().getName())
        .withUid(server.getMetadata().getUid())
        .endOwnerReference()
        .build();
  }
}
