package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/** The security that the restricted Pod Security Standard asks for, on a read-only file system. */
public final class Restricted {
  /** A number, since Kubernetes cannot tell whether a user that an image names is root. */
  private static final long USER = 1000;

  private Restricted() {}

  /** Security of a pod. */
  public static PodSecurityContext pod() {
    return new PodSecurityContextBuilder()
        .withRunAsNonRoot(true)
        .withRunAsUser(USER)
        .withRunAsGroup(USER)
        .withFsGroup(USER)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  /** Security of a container. */
  public static SecurityContext container() {
    return new SecurityContextBuilder()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .addToDrop("ALL")
        .endCapabilities()
        .build();
  }
}
