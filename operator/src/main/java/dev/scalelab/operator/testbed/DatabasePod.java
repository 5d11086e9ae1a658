package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An instance's pod as CloudNativePG creates it, as far as policies look at it. Its init container
 * has the image of the installed CloudNativePG, which the operator does not know.
 */
final class DatabasePod {
  private static final long POSTGRES = 26;
  private static final int STATUS = 8000;

  private DatabasePod() {}

  /**
   * The first instance's pod.
   *
   * @param cluster its Cluster, as {@link DatabaseManifest} makes it
   */
  static Pod of(GenericKubernetesResource cluster, DatabaseSpec database, PodSettings settings) {
    String name = cluster.getMetadata().getName() + "-1";
    Map<String, String> inherited = cluster.get("spec", "inheritedMetadata", "labels");
    Map<String, String> labels = new LinkedHashMap<>(inherited);
    labels.put(DatabaseManifest.CLUSTER_LABEL, cluster.getMetadata().getName());
    labels.put("cnpg.io/instanceName", name);
    labels.put("cnpg.io/instanceRole", "primary");
    labels.put(DatabaseManifest.ROLE_LABEL, DatabaseManifest.INSTANCE);
    Map<String, String> annotations = cluster.get("spec", "inheritedMetadata", "annotations");
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(cluster.getMetadata().getNamespace())
        .withLabels(labels)
        .withAnnotations(annotations)
        .withOwnerReferences(ControlledPod.owner(cluster))
        .endMetadata()
        .withSpec(spec(cluster, database, settings, name))
        .build();
  }

  private static PodSpec spec(
      GenericKubernetesResource cluster, DatabaseSpec database, PodSettings settings, String name) {
    String data = "pgdata";
    String image = cluster.get("spec", "imageName");
    String pullPolicy = cluster.get("spec", "imagePullPolicy");
    return PodShape.spec(settings, 1800)
        .withAutomountServiceAccountToken(null)
        .withEnableServiceLinks(null)
        .withHostname(name)
        .withSecurityContext(
            new PodSecurityContextBuilder(Restricted.pod())
                .withRunAsUser(POSTGRES)
                .withRunAsGroup(POSTGRES)
                .withFsGroup(POSTGRES)
                .build())
        .addNewContainer()
        .withName(Tier.DATABASE.container())
        .withImage(image)
        .withImagePullPolicy(pullPolicy)
        .withCommand("/controller/manager", "instance", "run")
        .withPorts(port("postgresql", 5432), port("metrics", 9187), port("status", STATUS))
        .withResources(Resources.fixed(database.cpu(), database.memory()).requirements())
        .withStartupProbe(probe("/startupz"))
        .withReadinessProbe(probe("/readyz"))
        .withLivenessProbe(probe("/healthz"))
        .withSecurityContext(
            new SecurityContextBuilder(Restricted.container())
                .withPrivileged(false)
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .build())
        .withVolumeMounts(
            new VolumeMountBuilder()
                .withName(data)
                .withMountPath("/var/lib/postgresql/data")
                .build())
        .endContainer()
        .addToVolumes(
            new VolumeBuilder()
                .withName(data)
                .withNewPersistentVolumeClaim()
                .withClaimName(name)
                .endPersistentVolumeClaim()
                .build())
        .build();
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }

  private static Probe probe(String path) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withScheme("HTTPS")
        .withPath(path)
        .withNewPort(STATUS)
        .endHttpGet()
        .withTimeoutSeconds(5)
        .build();
  }
}
