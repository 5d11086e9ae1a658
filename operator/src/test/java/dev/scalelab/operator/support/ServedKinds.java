package dev.scalelab.operator.support;

import static io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation.STRICT;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The kinds that a test's API server serves by definitions. It needs a moment for each change:
 * whatever is done here is in force when it returns.
 */
record ServedKinds(KubernetesClient client) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Makes the server serve a kind. */
  void apply(CustomResourceDefinition crd) {
    var definitions = client.apiextensions().v1().customResourceDefinitions();
    definitions.resource(crd).forceConflicts().serverSideApply();
    definitions
        .withName(crd.getMetadata().getName())
        .waitUntilCondition(ServedKinds::established, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    awaitThat("serves " + crd.getMetadata().getName(), () -> listed(crd) && answers(crd));
  }

  /** Makes the server no longer serve it. */
  void remove(CustomResourceDefinition crd) {
    client.resource(crd).delete();
    awaitThat(
        "no longer serves " + crd.getMetadata().getName(), () -> !listed(crd) && !answers(crd));
  }

  /** A server knows a changed schema only some time after it is stored. */
  void awaitField(CustomResourceDefinition crd, String field, boolean known) {
    GenericKubernetesResource probe =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(context(crd).getGroup() + "/" + context(crd).getVersion())
            .withKind(crd.getSpec().getNames().getKind())
            .withNewMetadata()
            .withName("probe")
            .withNamespace("default")
            .endMetadata()
            .addToAdditionalProperties("spec", Map.of(field, true))
            .build();
    awaitThat(
        "%s field %s".formatted(known ? "knows" : "does not know", field),
        () -> knows(probe, field) == known);
  }

  private boolean knows(GenericKubernetesResource probe, String field) {
    try {
      client.resource(probe).dryRun().fieldValidation(STRICT).create();
      return true;
    } catch (KubernetesClientException e) {
      return !e.getMessage().contains("unknown field \"spec.%s\"".formatted(field));
    }
  }

  private static void awaitThat(String served, Callable<Boolean> met) {
    await("the server " + served)
        .atMost(PATIENCE)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(met);
  }

  private boolean answers(CustomResourceDefinition crd) {
    try {
      client.genericKubernetesResources(context(crd)).inNamespace("default").list();
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private static ResourceDefinitionContext context(CustomResourceDefinition crd) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(crd.getSpec().getGroup())
        .withVersion(crd.getSpec().getVersions().get(0).getName())
        .withKind(crd.getSpec().getNames().getKind())
        .withPlural(crd.getSpec().getNames().getPlural())
        .withNamespaced(true)
        .build();
  }

  /** A server lists a kind only some time after it serves it. */
  private boolean listed(CustomResourceDefinition crd) {
    String group = crd.getSpec().getGroup();
    return crd.getSpec().getVersions().stream()
        .filter(CustomResourceDefinitionVersion::getServed)
        .map(version -> client.getApiResources(group + "/" + version.getName()))
        .allMatch(
            list ->
                list != null
                    && list.getResources().stream()
                        .anyMatch(one -> one.getKind().equals(crd.getSpec().getNames().getKind())));
  }

  private static boolean established(CustomResourceDefinition crd) {
    return crd != null
        && crd.getStatus() != null
        && crd.getStatus().getConditions() != null
        && crd.getStatus().getConditions().stream()
            .anyMatch(c -> "Established".equals(c.getType()) && "True".equals(c.getStatus()));
  }
}
