package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/**
 * Security settings required by the restricted Pod Security Standard, and a read-only file system.
 */
public final class Restricted {
  /** A numeric user, since Kubernetes cannot determine whether a user name in an image is root. */
  private static final long USER = 1000;

  private Restricted() {}

  /** Security context of a pod. */
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

  /** Security context of a container. */
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
