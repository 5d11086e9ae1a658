package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;

/** The file from a ConfigMap that a workload's servers read, if any. */
final class WorkloadFile {
  /** Names it to the servers. */
  static final String VARIABLE = "CELLS_TABLE";

  private static final String VOLUME = "workload";
  private static final String FOLDER = "/etc/scalelab/workload";

  private WorkloadFile() {}

  static List<Volume> volumes(Workload workload) {
    return workload.file().map(WorkloadFile::volume).stream().toList();
  }

  private static Volume volume(ConfigMapKey file) {
    return new VolumeBuilder()
        .withName(VOLUME)
        .withNewConfigMap()
        .withName(file.name())
        .addNewItem()
        .withKey(file.key())
        .withPath(file.key())
        .endItem()
        .endConfigMap()
        .build();
  }

  static List<VolumeMount> mounts(Workload workload) {
    VolumeMount mount =
        new VolumeMountBuilder().withName(VOLUME).withMountPath(FOLDER).withReadOnly(true).build();
    return workload.file().map(file -> mount).stream().toList();
  }

  /** Its path in the servers' containers. */
  static List<EnvVar> environment(Workload workload) {
    return workload
        .file()
        .map(file -> new EnvVar(VARIABLE, FOLDER + "/" + file.key(), null))
        .stream()
        .toList();
  }
}
