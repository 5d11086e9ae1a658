package dev.scalelab.operator.support;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A policy of an API server, as a team or an administrator makes one. */
public final class Rules {
  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: %1$s}
      spec:
        failurePolicy: Fail
        matchConstraints:
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
          resourceRules:
            - {apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE], resources: ["*"]}
        validations:
          - expression: "object.metadata.name != '%2$s' && (%3$s)"
            message: "%4$s"
            reason: Forbidden
      """;

  private static final String BINDING =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: %1$s}
      spec: {policyName: %1$s, validationActions: [Deny]}
      """;

  private Rules() {}

  /**
   * Returns when the API server denies everything in a namespace for which the expression is false,
   * instead of what was allowed before. It needs a moment for each policy.
   *
   * @param allowed an expression in CEL, without double quotes
   */
  public static void allow(
      KubernetesClient client, String namespace, String allowed, String message) {
    String probe = "probe-" + System.nanoTime();
    client
        .resource(POLICY.formatted(namespace, probe, allowed, message))
        .forceConflicts()
        .serverSideApply();
    client.resource(BINDING.formatted(namespace)).forceConflicts().serverSideApply();
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(probe)
            .withNamespace(namespace)
            .endMetadata()
            .build();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> client.resource(map).dryRun().create())
                    .hasMessageContaining(message));
  }

  /** Returns when everything is allowed again, if there was a policy. */
  public static void allowAll(KubernetesClient client, String namespace) {
    var policies = client.admissionRegistration().v1().validatingAdmissionPolicies();
    if (policies.withName(namespace).get() != null) {
      allow(client, namespace, "true", "everything is allowed");
    }
  }
}
