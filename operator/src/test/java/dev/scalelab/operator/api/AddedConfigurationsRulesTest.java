package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Allowed changes once the first trial has started: configurations are added, none is changed. */
class AddedConfigurationsRulesTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String SPEC =
      """
      {"variants": [{"name": "one", "system": {"state": {"web": {"copies": 1}}}},
                    {"name": "big", "system": {"databases": [{"name": "main", "memory": "1Gi"}]}}],
       "sweep": {"replicas": [1, 4], "variants": ["base", "one"],
                 "factors": [{"setting": "application.heap", "values": ["256Mi", "384Mi"]},
                             {"setting": "application.webThreads", "values": [16]}],
                 "exclude": [{"variant": "one", "replicas": 1},
                             {"factors": [{"setting": "application.heap", "value": "384Mi"}], "replicas": 4}]},
       "load": {"open": {"rates": [10, 20]}, "repetitions": 2}}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{sweep: {replicas: [1, 2, 4, 8]}}",
        "{sweep: {variants: [one, big, base]}}",
        "{sweep: {variants: null}}",
        "{sweep: {factors: [{setting: application.heap, values: [256Mi, 300Mi, 384Mi]}, {setting: application.webThreads, values: [16]}]}}",
        "{sweep: {exclude: [{variant: one, replicas: 1}]}}",
        "{sweep: {exclude: null}}",
        "{sweep: {replicas: [1, 4, 8], exclude: [{variant: one, replicas: 1}, {variant: one, replicas: 8}]}}",
        "{load: {repetitions: 3}}"
      })
  void whatAddsConfigurationsOrRunsIsTaken(String change) {
    GenericKubernetesResource changed = patch(started("taken", false), change);

    assertThat(changed.getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void variantsMayBeAddedAndLeftOutWhereTheyWouldBeNew() {
    String both =
        """
        {variants: [{name: one, system: {state: {web: {copies: 1}}}},
          {name: big, system: {databases: [{name: main, memory: 1Gi}]}},
          {name: late, system: {application: {cpu: "2"}}}],
          sweep: {variants: [base, one, late],
            exclude: [{variant: one, replicas: 1}, {variant: late, replicas: 4}]}}
        """;

    assertThat(patch(started("late", false), both).getMetadata().getGeneration()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{sweep: {replicas: [1, 2]}} | spec.sweep: Forbidden",
        "{sweep: {order: Shuffled}} | spec.sweep: Forbidden",
        "{sweep: {variants: [base]}} | spec.sweep.variants: Forbidden",
        "{sweep: {variants: [one, big]}} | spec.sweep.variants: Forbidden",
        "{variants: null} | spec.variants: Forbidden",
        "{variants: [{name: one, system: {state: {web: {copies: 3}}}}]} | spec.variants: Forbidden",
        "{sweep: {factors: null}} | spec.sweep.factors: Forbidden",
        "{sweep: {factors: [{setting: application.heap, values: [256Mi]}]}} | spec.sweep.factors: Forbidden",
        "{sweep: {factors: [{setting: application.webThreads, values: [16]}, {setting: application.heap, values: [256Mi, 384Mi]}]}} | spec.sweep.factors: Forbidden",
        "{sweep: {factors: [{setting: application.memory, values: [1Gi]}]}} | spec.sweep.factors: Forbidden",
        "{sweep: {exclude: [{replicas: 4}]}} | spec.sweep.exclude: Forbidden",
        "{load: {repetitions: 1}} | spec.load: Forbidden",
        "{load: {seed: 7}} | spec.load: Forbidden",
        "{load: {open: null, closed: {users: [10]}}} | spec.load: Forbidden"
      })
  void whatWouldRemoveOrChangeAConfigurationIsRefused(String change, String field) {
    GenericKubernetesResource started = started("refused", false);

    assertThatThrownBy(() -> patch(started, change))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(field)
        .hasMessageContaining("once the first trial has started");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{sweep: {replicas: [1, 2, 4]}}",
        "{load: {repetitions: 3}}",
        "{sweep: {exclude: null}}"
      })
  void nothingIsAddedOnceTheExperimentHasEnded(String change) {
    GenericKubernetesResource ended = started("ended", true);

    assertThatThrownBy(() -> patch(ended, change))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("immutable once the experiment has ended");
  }

  private static GenericKubernetesResource started(String name, boolean ended) {
    GenericKubernetesResource experiment = new GenericKubernetesResource();
    experiment.setApiVersion("scalelab.dev/v1alpha1");
    experiment.setKind("ScalabilityExperiment");
    experiment.setMetadata(
        new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
            .withGenerateName(name + "-")
            .withNamespace(api.namespace())
            .build());
    experiment.setAdditionalProperty("spec", Serialization.unmarshal(SPEC, Map.class));
    GenericKubernetesResource made = api.client().resource(experiment).create();
    String when = "2026-01-01T00:00:00Z";
    made.setAdditionalProperty(
        "status",
        ended ? Map.of("startTime", when, "completionTime", when) : Map.of("startTime", when));
    return api.client().resource(made).updateStatus();
  }

  private static GenericKubernetesResource patch(GenericKubernetesResource of, String spec) {
    String change = Serialization.asJson(Serialization.unmarshal("spec: " + spec, Map.class));
    return api.client().resource(of).patch(PatchContext.of(PatchType.JSON_MERGE), change);
  }
}
