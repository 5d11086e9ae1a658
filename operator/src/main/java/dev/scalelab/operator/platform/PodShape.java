package dev.scalelab.operator.platform;

import dev.scalelab.operator.api.PodSettings;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Applies the experiment's pod settings to the pods of a tier. */
public final class PodShape {
  private static final String TMP = "tmp";

  private PodShape() {}

  /**
   * A pod's spec with the common settings of all testbed pods, and with the settings of its tier.
   */
  public static PodSpecBuilder spec(PodSettings settings, long graceSeconds) {
    return new PodSpecBuilder()
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withTerminationGracePeriodSeconds(graceSeconds)
        .withSecurityContext(Restricted.pod())
        .withNodeSelector(settings.nodeSelector())
        .withTolerations(orEmpty(settings.tolerations()))
        .withAffinity(settings.affinity())
        .withTopologySpreadConstraints(orEmpty(settings.topologySpreadConstraints()))
        .withPriorityClassName(settings.priorityClassName())
        .withImagePullSecrets(orEmpty(settings.imagePullSecrets()));
  }

  /**
   * The constraints of the settings; without any, the pods that these labels select are spread over
   * the nodes as far as possible.
   */
  public static List<TopologySpreadConstraint> spread(
      PodSettings settings, Map<String, String> selector) {
    return settings.topologySpreadConstraints() != null
        ? settings.topologySpreadConstraints()
        : List.of(
            new TopologySpreadConstraintBuilder()
                .withMaxSkew(1)
                .withTopologyKey("kubernetes.io/hostname")
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .withMatchLabels(selector)
                .endLabelSelector()
                .build());
  }

  /** A folder for temporary files, since the containers' own file systems are read-only. */
  public static Volume tmp() {
    return new VolumeBuilder().withName(TMP).withNewEmptyDir().endEmptyDir().build();
  }

  /** Where a container has this folder. */
  public static VolumeMount tmpMount() {
    return new VolumeMountBuilder().withName(TMP).withMountPath("/" + TMP).build();
  }

  /** An empty folder for each of these, since the containers' own file systems are read-only. */
  public static List<Volume> folders(List<String> paths) {
    return orEmpty(paths).stream()
        .map(
            path ->
                new VolumeBuilder()
                    .withName(volume(paths, path))
                    .withNewEmptyDir()
                    .endEmptyDir()
                    .build())
        .toList();
  }

  /** Where a container has these folders. */
  public static List<VolumeMount> folderMounts(List<String> paths) {
    return orEmpty(paths).stream()
        .map(
            path ->
                new VolumeMountBuilder().withName(volume(paths, path)).withMountPath(path).build())
        .toList();
  }

  /** A path may have characters that a volume's name must not have. */
  private static String volume(List<String> paths, String path) {
    return "folder-" + paths.indexOf(path);
  }

  /**
   * Metadata of a pod's template. Labels and annotations of the settings replace those that exclude
   * the pod from meshes and agents, but never ScaleLab's own.
   *
   * @param container name of the container that does the pod's work
   */
  public static ObjectMeta metadata(
      PodSettings settings,
      Map<String, String> labels,
      Map<String, String> annotations,
      String container) {
    return new ObjectMetaBuilder()
        .withLabels(PodMetadata.labels(settings.labels(), labels))
        .withAnnotations(PodMetadata.annotations(settings.annotations(), annotations, container))
        .build();
  }

  /** Later ones take precedence. */
  @SafeVarargs
  public static Map<String, String> merged(Map<String, String>... maps) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Map<String, String> map : maps) {
      if (map != null) {
        all.putAll(map);
      }
    }
    return all;
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
