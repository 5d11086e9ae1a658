package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What of an experiment's spec can be changed before and after its first trial has started. */
class ChangedSpecsOnApiServerTest extends TakenSpecs {
  @ParameterizedTest
  @MethodSource("changes")
  void aResultsSpecCanBeChangedOnlyBeforeItsFirstTrial(String part, String change)
      throws IOException {
    String patch = "{\"spec\": {\"%s\": %s}}".formatted(part, change);
    GenericKubernetesResource waiting = created("default.yaml", part + "-waiting");
    assertThat(patch(waiting, patch).getMetadata().getGeneration()).isEqualTo(2);

    GenericKubernetesResource started = started("default.yaml", part + "-started");
    assertThatThrownBy(() -> patch(started, patch))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec." + part + ": Forbidden")
        .hasMessageContaining("once the first trial has started");
  }

  static List<Arguments> changes() {
    return List.of(
        arguments("workload", "{\"scale\": 300}"),
        arguments("system", "{\"application\": {\"cpu\": \"3\"}}"),
        arguments("sweep", "{\"order\": \"Shuffled\"}"),
        arguments("load", "{\"seed\": 2}"),
        arguments("objectives", "{\"maxErrorPercent\": \"0.1\"}"));
  }

  @Test
  void testbedPolicyInvalidRunsAndTimeoutsMayAlwaysBeChanged() throws IOException {
    GenericKubernetesResource changed =
        patch(
            started("small.yaml", "changing"),
            """
            {"spec": {"testbedPolicy": "Retain", "maxInvalidRuns": 3, "timeouts": {"jobSeconds": 99}}}
            """);
    assertThat(changed.getMetadata().getGeneration()).isEqualTo(2);
  }

  private static GenericKubernetesResource created(String sample, String name) throws IOException {
    GenericKubernetesResource experiment = experiment(sample(sample));
    experiment.getMetadata().setName(name);
    return api.client().resource(experiment).create();
  }

  /** A sample whose first trial has started, as recorded in the status by the operator. */
  private static GenericKubernetesResource started(String sample, String name) throws IOException {
    GenericKubernetesResource started = created(sample, name);
    started.setAdditionalProperty("status", Map.of("startTime", "2026-01-01T00:00:00Z"));
    return api.client().resource(started).updateStatus();
  }

  private static GenericKubernetesResource patch(GenericKubernetesResource taken, String merge) {
    return api.client().resource(taken).patch(PatchContext.of(PatchType.JSON_MERGE), merge);
  }
}
