package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Users' rights, of which an API server learns a moment after its roles are stored. */
public final class Rights {
  private Rights() {}

  /**
   * Returns when a user has a right.
   *
   * @param namespace empty for what is in none
   */
  public static void await(
      KubernetesClient client,
      String user,
      String verb,
      String group,
      String resource,
      String namespace) {
    SubjectAccessReview review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(user)
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup(group)
            .withResource(resource)
            .withNamespace(namespace)
            .endResourceAttributes()
            .endSpec()
            .build();
    Awaitility.await("%s may %s %s".formatted(user, verb, resource))
        .atMost(Duration.ofMinutes(2))
        .pollDelay(Duration.ZERO)
        .until(() -> client.resource(review).create().getStatus().getAllowed());
  }
}
