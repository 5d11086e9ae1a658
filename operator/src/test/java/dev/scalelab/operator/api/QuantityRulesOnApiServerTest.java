package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every CPU and every size in the spec is validated. */
class QuantityRulesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final Path CRD = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");

  private static final List<Object> GOOD_CPUS =
      List.of("1m", "250m", "0.25", "0.001", "1.500", "0.2500", "1", 2, "1000", "1000000m");
  private static final List<Object> BAD_CPUS =
      List.of(
          "0",
          "0m",
          "0.000",
          0,
          "-1",
          -1,
          "0.3333",
          "0.0001",
          "0.5m",
          "100u",
          "1n",
          "1001",
          1001,
          "1000001m",
          1_000_000_000,
          "1k",
          "1e2",
          "1Ki",
          "many",
          "");
  private static final List<Object> GOOD_SIZES =
      List.of("1Mi", "768Mi", "1.5Gi", "512M", "2Ti", "1048576", 1_048_576, "1Pi", "1e9", "129e6");
  private static final List<Object> BAD_SIZES =
      List.of(
          "768m",
          "2000000000000m",
          "384u",
          "1n",
          "1048575",
          512,
          "1023Ki",
          "0.5Mi",
          "0",
          0,
          "-1Gi",
          "2Pi",
          "1E",
          "1Ei",
          "many",
          "");

  /**
   * Fields with a quantity, by their path; those of variants and factors are checked once resolved.
   */
  static List<String> quantities() throws IOException {
    CustomResourceDefinition crd =
        Serialization.unmarshal(Files.readString(CRD), CustomResourceDefinition.class);
    List<String> found = new ArrayList<>();
    collect(
        "spec",
        crd.getSpec()
            .getVersions()
            .get(0)
            .getSchema()
            .getOpenAPIV3Schema()
            .getProperties()
            .get("spec"),
        found);
    return found;
  }

  private static void collect(String path, JSONSchemaProps schema, List<String> found) {
    if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString()) && !path.endsWith("Percent")) {
      found.add(path);
    }
    if (schema.getProperties() != null) {
      schema
          .getProperties()
          .forEach(
              (name, field) -> {
                if (!name.equals("variants") && !name.equals("sweep")) {
                  collect(path + "." + name, field, found);
                }
              });
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      collect(path + "[]", schema.getItems().getSchema(), found);
    }
  }

  @Test
  void everyPartOfTheTestbedHasSome() throws IOException {
    assertThat(quantities())
        .contains(
            "spec.system.application.cpu",
            "spec.system.application.startupCpu",
            "spec.system.application.heap",
            "spec.system.databases[].storage.size",
            "spec.system.balancer.memory",
            "spec.load.generators.cpu");
  }

  @ParameterizedTest
  @MethodSource("quantities")
  void isCheckedWhenAnExperimentIsApplied(String field) {
    String name = field.substring(field.lastIndexOf('.') + 1);
    boolean cpu = name.toLowerCase().endsWith("cpu");
    String rule =
        name + (cpu ? " must be a whole number of millicores" : " must be from 1Mi to 1Pi");
    for (Object value : cpu ? GOOD_CPUS : GOOD_SIZES) {
      assertThat(complaint(field, value)).as("%s: %s", field, value).doesNotContain(rule);
    }
    for (Object value : cpu ? BAD_CPUS : BAD_SIZES) {
      assertThat(complaint(field, value))
          .as("%s: %s", field, value)
          .contains(field.replace("[]", "[0]") + ": Invalid value: ", rule);
    }
  }

  /** The API server's error; empty if it accepts the spec. */
  private static String complaint(String field, Object value) {
    Map<String, Object> spec = new TreeMap<>();
    spec.put("sweep", Map.of("replicas", List.of(1)));
    spec.put("load", new TreeMap<>(Map.of("open", Map.of("rates", List.of(10)))));
    put(spec, field.substring("spec.".length()), value);
    GenericKubernetesResource experiment = new GenericKubernetesResource();
    experiment.setApiVersion("scalelab.dev/v1alpha1");
    experiment.setKind("ScalabilityExperiment");
    experiment.setMetadata(
        new ObjectMetaBuilder().withName("quantities").withNamespace(api.namespace()).build());
    experiment.setAdditionalProperty("spec", spec);
    try {
      api.client().resource(experiment).dryRun().create();
      return "";
    } catch (KubernetesClientException e) {
      return e.getMessage();
    }
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> object, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      object.put(path, value);
    } else {
      String name = path.substring(0, dot);
      Map<String, Object> part;
      if (name.endsWith("[]")) {
        part = new TreeMap<>(Map.of("name", "main"));
        object.put(name.replace("[]", ""), List.of(part));
      } else {
        part = (Map<String, Object>) object.computeIfAbsent(name, none -> new TreeMap<>());
      }
      put(part, path.substring(dot + 1), value);
    }
  }
}
