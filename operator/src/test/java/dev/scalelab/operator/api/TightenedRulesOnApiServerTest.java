package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An upgrade to a CRD whose rules are all tighter, so that no stored experiment could be applied
 * again: what is stored can still be suspended, finished and deleted, and no block that is not
 * touched is checked.
 */
class TightenedRulesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  private static final Path CRD =
      Path.of("..", "crds", "scalabilityexperiments.scalelab.dev-v1.yml");

  private static final Map<String, String> SPECS =
      Map.of(
          "orders",
          "{sweep: {replicas: [1, 2]}, load: {open: {rates: [10]}}}",
          "clients",
          "{workload: {type: ECperf}, sweep: {replicas: [2]}, load: {closed: {users: [8]}, step: {settleSeconds: 30, rampSeconds: 5}}}",
          "kept",
          "{sweep: {replicas: [1, 2]}, load: {open: {rates: [10]}}}",
          "variants",
          "{workload: {type: Cart}, variants: [{name: one, system: {state: {web: {copies: 1}}}}],"
              + " sweep: {replicas: [2], variants: [one], factors: [{setting: application.heap, values: [256Mi]}]},"
              + " load: {closed: {users: [8]}}}");

  @BeforeAll
  static void upgradeUnderStoredExperiments() throws IOException {
    for (Map.Entry<String, String> spec : SPECS.entrySet()) {
      GenericKubernetesResource stored =
          api.client().resource(experiment(spec.getKey(), spec.getValue())).create();
      if (List.of("orders", "clients").contains(spec.getKey())) {
        setStatus(stored, Map.of("phase", "Running", "startTime", "2026-01-01T00:00:00Z"));
      }
    }
    CustomResourceDefinition crd =
        Serialization.unmarshal(Files.readString(CRD), CustomResourceDefinition.class);
    JSONSchemaProps root = crd.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
    JSONSchemaProps spec = root.getProperties().get("spec");
    guarded(root).forEach(rule -> rule.setRule(rule.getRule() + " && false"));
    guarded(spec).forEach(rule -> rule.setRule(rule.getRule() + " && false"));
    spec.getProperties().values().forEach(TightenedRulesOnApiServerTest::tighten);
    KubernetesClient client = api.client();
    client.resource(crd).forceConflicts().serverSideApply();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> refused("{sweep: {replicas: [1]}, load: {open: {rates: [10]}}}"));
  }

  private static List<ValidationRule> guarded(JSONSchemaProps schema) {
    assertThat(schema.getXKubernetesValidations())
        .as("rules that are always checked")
        .isNotEmpty()
        .allSatisfy(rule -> assertThat(rule.getRule()).contains("oldSelf", " || ("));
    return schema.getXKubernetesValidations();
  }

  /** Defaults, which no rule allows now, would be refused; what is stored has them already. */
  private static void tighten(JSONSchemaProps schema) {
    schema.setDefault(null);
    if (schema.getXKubernetesValidations() != null) {
      schema
          .getXKubernetesValidations()
          .forEach(rule -> rule.setRule("(" + rule.getRule() + ") && false"));
    }
    if (schema.getProperties() != null) {
      schema.getProperties().values().forEach(TightenedRulesOnApiServerTest::tighten);
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      tighten(schema.getItems().getSchema());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "clients", "variants"})
  void storedOnesAreSuspendedFinishedAndDeleted(String name) {
    for (String change :
        List.of(
            "{suspend: true}",
            "{suspend: false, priority: 7}",
            "{activeDeadlineSeconds: 600, ttlSecondsAfterFinished: 60}",
            "{testbedPolicy: Retain, maxInvalidRuns: 2, timeouts: {jobSeconds: 400}}",
            "{terminate: true}")) {
      assertThat(patch(name, "{spec: %s}".formatted(change)).getMetadata().getGeneration())
          .as(change)
          .isGreaterThan(1);
    }
    GenericKubernetesResource ended =
        setStatus(
            get(name), Map.of("phase", "Terminated", "completionTime", "2026-01-01T01:00:00Z"));
    assertThat(ended.<String>get("status", "phase")).isEqualTo("Terminated");

    patch(name, "{metadata: {finalizers: [example.com/hold], labels: {a: b}}}");
    api.client().resource(get(name)).delete();
    assertThat(get(name).getMetadata().getDeletionTimestamp()).isNotNull();
    patch(name, "{metadata: {finalizers: null}}");
    assertThat(get(name)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{load: {step: {seconds: 90}}} | spec.load",
        "{workload: {scale: 20}} | spec.workload",
        "{sweep: {replicas: [1]}} | spec.sweep",
        "{system: {application: {heap: 200Mi}}} | spec.system.application",
      })
  void aBlockThatIsChangedIsChecked(String change, String field) {
    assertThatThrownBy(() -> patch("kept", "{spec: %s}".formatted(change)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(field);
  }

  private static boolean refused(String spec) {
    try {
      api.client().resource(experiment("probe", spec)).dryRun().create();
      return false;
    } catch (KubernetesClientException e) {
      return e.getMessage().contains("spec");
    }
  }

  private static GenericKubernetesResource experiment(String name, String spec) {
    GenericKubernetesResource experiment = new GenericKubernetesResource();
    experiment.setApiVersion(Api.GROUP + "/" + Api.VERSION);
    experiment.setKind("ScalabilityExperiment");
    experiment.setMetadata(
        new ObjectMetaBuilder().withName(name).withNamespace(api.namespace()).build());
    experiment.setAdditionalProperty("spec", yaml(spec));
    return experiment;
  }

  /** What begins with a bracket would be read as JSON. */
  private static Map<?, ?> yaml(String text) {
    return Serialization.unmarshal("--- " + text, Map.class);
  }

  private static GenericKubernetesResource setStatus(
      GenericKubernetesResource stored, Map<String, Object> status) {
    stored.setAdditionalProperty("status", status);
    return api.client().resource(stored).updateStatus();
  }

  private static GenericKubernetesResource patch(String name, String change) {
    return api.client()
        .resource(get(name))
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(yaml(change)));
  }

  private static GenericKubernetesResource get(String name) {
    return api.client()
        .genericKubernetesResources(Api.GROUP + "/" + Api.VERSION, "ScalabilityExperiment")
        .inNamespace(api.namespace())
        .withName(name)
        .get();
  }
}
