package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * Refuses Clusters with the setting min_wal_size in the test's namespace, with the message of
 * CloudNativePG's webhook, which does not run there.
 */
public final class RefusedDatabases {
  /** What CloudNativePG 1.30.0 says. */
  public static final String MESSAGE =
      "Invalid vale. Parameter min_wal_size (default 80MB) should be smaller than parameter max_wal_size (default 1GB)";

  /** A system with such a database. */
  public static final String SYSTEM =
      "system: {databases: [{name: main, parameters: {min_wal_size: 2GB}}]}";

  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: refused-databases-%1$s}
      spec:
        failurePolicy: Fail
        matchConstraints:
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
          resourceRules:
            - {apiGroups: [postgresql.cnpg.io], apiVersions: [v1], operations: [CREATE], resources: [clusters]}
        validations:
          - expression: "!('min_wal_size' in object.spec.postgresql.parameters)"
            message: "%2$s"
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: refused-databases-%1$s}
      spec: {policyName: refused-databases-%1$s, validationActions: [Deny]}
      """;

  private static final String CLUSTER =
      """
      apiVersion: postgresql.cnpg.io/v1
      kind: Cluster
      metadata: {name: probe, namespace: %s}
      spec: {instances: 1, storage: {size: 1Gi}, postgresql: {parameters: {min_wal_size: 2GB}}}
      """;

  private RefusedDatabases() {}

  /** Refuses them from now on: a policy takes effect a moment after it is created. */
  public static void refuse(ApiServer api) throws InterruptedException {
    String policy = POLICY.formatted(api.namespace(), MESSAGE);
    api.client()
        .load(new ByteArrayInputStream(policy.getBytes(StandardCharsets.UTF_8)))
        .serverSideApply();
    GenericKubernetesResource probe =
        Serialization.unmarshal(
            CLUSTER.formatted(api.namespace()), GenericKubernetesResource.class);
    for (int attempt = 0; attempt < 1200; attempt++) {
      try {
        api.client().resource(probe).dryRun().create();
      } catch (KubernetesClientException refused) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("the policy is not in force");
  }
}
