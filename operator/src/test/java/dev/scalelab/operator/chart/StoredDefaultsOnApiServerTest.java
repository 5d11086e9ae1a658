package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Experiments that have started when items of lists still had their defaults in the CRD: their
 * manifests, which do not give these fields, can be applied again, and no setting can be changed.
 */
class StoredDefaultsOnApiServerTest extends TakenSpecs {
  private static final String DATABASE =
      "name: main, instances: 1, reads: Primary, cpu: '1', memory: 512Mi, storage: {size: 1Gi}";
  private static final String DATABASES =
      """
      system: {databases: [{%s}]}
      sweep: {replicas: [1]}
      load: {open: {rates: [10]}}
      """
          .formatted(DATABASE);
  private static final String CLIENTS =
      """
      workload:
        type: Cells
        cells: {clients: [{weight: 1, thinkMillis: 0, keepAlive: true}, {weight: 2, thinkMillis: 300, keepAlive: true}]}
      sweep: {replicas: [1]}
      load: {closed: {users: [10]}}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: main}",
        "{name: main, instances: 1}",
        "{name: main, storage: {}}",
        "{name: main, connections: Checked, perServer: false}",
        "{name: main, reads: Primary, cpu: '1', memory: 512Mi, storage: {size: 1Gi}}",
      })
  void aDatabaseThatGivesLessIsTheSame(String database) throws IOException {
    String databases = "system: {databases: [%s]}".formatted(database);
    GenericKubernetesResource changed = patch(started(DATABASES), databases);

    assertThat(
            Serialization.jsonMapper()
                .<JsonNode>valueToTree(changed)
                .at("/spec/system/databases/0"))
        .as("stored as given")
        .isEqualTo(new YAMLMapper().readTree(database));
    assertThat(patch(changed, "system: {databases: [{%s}]}".formatted(DATABASE))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name|other",
        "domains|[Customer, Corporate, Manufacturing, Supplier]",
        "instances|2",
        "reads|Replicas, instances: 2",
        "image|registry.example/postgres:17",
        "cpu|500m",
        "memory|1Gi",
        "storage|{size: 2Gi}",
        "storage|{className: fast}",
        "maxConnections|200",
        "connections|Unchecked",
        "perServer|true",
        "parameters|{work_mem: 8MB}",
        "pod|{priorityClassName: high}",
      })
  void aSettingOfADatabaseCannotBeChanged(String field, String value) {
    GenericKubernetesResource started = started(DATABASES);
    String name = field.equals("name") ? "" : "name: main, ";

    assertThatThrownBy(
            () -> patch(started, "system: {databases: [{%s%s: %s}]}".formatted(name, field, value)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.system: Forbidden")
        .hasMessageContaining("once the first trial has started");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{layout: Split}", "{beanWeight: 2}", "null"})
  void tiersCannotBeChanged(String tiers) {
    GenericKubernetesResource started =
        started(CLIENTS.replace("sweep:", "system: {tiers: {layout: Together}}\nsweep:"));

    assertThatThrownBy(() -> patch(started, "system: {tiers: %s}".formatted(tiers)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.system: Forbidden");
  }

  @Test
  void databasesKeepTheirOrder() {
    String first = "{name: a, domains: [Customer, Corporate]}";
    String second = "{name: b, domains: [Manufacturing, Supplier]}";
    String databases = "system: {databases: [%s, %s]}\n";
    GenericKubernetesResource started =
        started(DATABASES.replaceFirst("system:.*\n", databases.formatted(first, second)));

    assertThatThrownBy(() -> patch(started, databases.formatted(second, first)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.system: Forbidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{weight: 1}, {weight: 2, thinkMillis: 300}]",
        "[{weight: 1, keepAlive: true}, {weight: 2, thinkMillis: 300}]"
      })
  void aClientThatGivesLessIsTheSame(String clients) {
    assertThat(patch(started(CLIENTS), "workload: {cells: {clients: %s}}".formatted(clients)))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cells: {clients: [{weight: 2}, {weight: 2, thinkMillis: 300}]}",
        "cells: {clients: [{weight: 1, thinkMillis: 1}, {weight: 2, thinkMillis: 300}]}",
        "cells: {clients: [{weight: 1, keepAlive: false}, {weight: 2, thinkMillis: 300}]}",
        "cells: {clients: [{weight: 2, thinkMillis: 300}, {weight: 1}]}",
        "cells: {clients: null}",
        "cells: {weights: {'3': 2}}",
        "cells: {table: {name: mine, key: own.csv}}",
        "cells: {clients: null, keepAlive: false}",
        "mix: {call: 2}",
        "scale: 20",
      })
  void aSettingOfCellsCannotBeChanged(String change) {
    GenericKubernetesResource started = started(CLIENTS);

    assertThatThrownBy(() -> patch(started, "workload: {%s}".formatted(change)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.workload: Forbidden")
        .hasMessageContaining("once the first trial has started");
  }

  /** The rules compare each field: a further one must be added to them, and to these tests. */
  @Test
  void theRulesCompareEveryField() throws IOException {
    JsonNode spec =
        Serialization.<JsonNode>unmarshal(
                Files.readString(
                    Path.of("..", "crds", "scalabilityexperiments.scalelab.dev-v1.yml")),
                JsonNode.class)
            .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");

    assertThat(fields(spec.at("/system")))
        .containsExactly("application", "balancer", "databases", "partitions", "state", "tiers");
    assertThat(fields(spec.at("/system/properties/databases/items")))
        .containsExactly(
            "connections",
            "cpu",
            "domains",
            "image",
            "instances",
            "maxConnections",
            "memory",
            "name",
            "parameters",
            "perServer",
            "pod",
            "reads",
            "storage");
    assertThat(fields(spec.at("/system/properties/databases/items/properties/storage")))
        .containsExactly("className", "size");
    assertThat(fields(spec.at("/workload")))
        .as("thinkTime, keys and the other workloads' blocks cannot be given beside clients")
        .containsExactly(
            "bookstore",
            "cart",
            "cells",
            "custom",
            "ecperf",
            "keys",
            "mix",
            "portal",
            "scale",
            "thinkTime",
            "type");
    assertThat(fields(spec.at("/workload/properties/cells")))
        .containsExactly("clients", "keepAlive", "screen", "table", "weights");
    assertThat(fields(spec.at("/workload/properties/cells/properties/clients/items")))
        .containsExactly("keepAlive", "thinkMillis", "weight");
  }

  private static Set<String> fields(JsonNode schema) {
    Set<String> names = new TreeSet<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static GenericKubernetesResource started(String spec) {
    GenericKubernetesResource experiment =
        experiment(
            """
            apiVersion: scalelab.dev/v1alpha1
            kind: ScalabilityExperiment
            metadata: {generateName: stored-}
            """);
    experiment.setAdditionalProperty("spec", Serialization.unmarshal(spec, Map.class));
    GenericKubernetesResource started = api.client().resource(experiment).create();
    started.setAdditionalProperty("status", Map.of("startTime", "2026-01-01T00:00:00Z"));
    return api.client().resource(started).updateStatus();
  }

  private static GenericKubernetesResource patch(GenericKubernetesResource of, String spec) {
    Object change = Map.of("spec", Serialization.unmarshal(spec, Map.class));
    return api.client()
        .resource(of)
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(change));
  }
}
