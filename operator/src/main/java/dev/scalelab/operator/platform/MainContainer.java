package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** The container of a testbed's pod that does its work; others may have been added to it. */
public final class MainContainer {
  /** The annotation from which kubectl takes the container of logs and exec, too. */
  static final String ANNOTATION = "kubectl.kubernetes.io/default-container";

  private MainContainer() {}

  /** Its name: that of the annotation, else of the first one. */
  public static String of(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String named = annotations == null ? null : annotations.get(ANNOTATION);
    return named == null ? pod.getSpec().getContainers().get(0).getName() : named;
  }
}
