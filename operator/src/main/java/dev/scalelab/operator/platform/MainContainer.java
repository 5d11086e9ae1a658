package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** The container that does the work of a testbed's pod; others may have been added to the pod. */
public final class MainContainer {
  /** The annotation that kubectl also uses to choose the container for logs and exec. */
  static final String ANNOTATION = "kubectl.kubernetes.io/default-container";

  private MainContainer() {}

  /** Its name: from the annotation, else that of the first container. */
  public static String of(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String named = annotations == null ? null : annotations.get(ANNOTATION);
    return named == null ? pod.getSpec().getContainers().get(0).getName() : named;
  }
}
