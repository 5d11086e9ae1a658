package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committed CRDs are those of the API's classes; -Dgenerate updates them. */
class GeneratedCrdsTest {
  private static final Path CRDS = Path.of("../crds");

  /** Fields with Kubernetes' own types, which kubectl explain describes for pods. */
  private static final Set<String> KUBERNETES =
      Set.of("affinity", "tolerations", "topologySpreadConstraints", "imagePullSecrets");

  @TempDir Path scratch;

  @Test
  void areWhatTheClassesSay() throws IOException {
    Map<String, String> files = CrdFiles.generate(scratch);
    assertThat(files).hasSize(2);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path committed = CRDS.resolve(file.getKey());
      if (System.getProperty("generate") != null) {
        Files.createDirectories(CRDS);
        Files.writeString(committed, file.getValue());
      }
      assertThat(committed)
          .as("%s is out of date; run: make generate", committed)
          .hasContent(file.getValue());
    }
  }

  /** They would be stored with lists, and a GitOps tool would never find what it has applied. */
  @Test
  void giveNoFieldOfAListsItemsADefault() throws IOException {
    List<String> defaults = new ArrayList<>();
    for (String file : CrdFiles.generate(scratch).values()) {
      JsonNode crd = Serialization.unmarshal(file, JsonNode.class);
      collectDefaults("", crd.at("/spec/versions/0/schema/openAPIV3Schema"), false, defaults);
    }
    assertThat(defaults).isEmpty();
  }

  /** Of the items of lists, and of the values of maps. */
  private static void collectDefaults(
      String path, JsonNode schema, boolean inItems, List<String> defaults) {
    if (inItems && schema.has("default")) {
      defaults.add(path + ": " + schema.path("default"));
    }
    schema
        .path("properties")
        .properties()
        .forEach(
            field ->
                collectDefaults(path + "." + field.getKey(), field.getValue(), inItems, defaults));
    for (String items : List.of("items", "additionalProperties")) {
      if (schema.path(items).isObject()) {
        collectDefaults(path + "[]", schema.path(items), true, defaults);
      }
    }
  }

  @Test
  void describeEveryField() throws IOException {
    List<String> silent = new ArrayList<>();
    for (String file : CrdFiles.generate(scratch).values()) {
      CustomResourceDefinition crd = Serialization.unmarshal(file, CustomResourceDefinition.class);
      JSONSchemaProps root = crd.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
      collectSilent(crd.getSpec().getNames().getKind(), root, silent);
    }
    assertThat(silent)
        .as("fields whose text kubectl explain has not, or not their default")
        .isEmpty();
  }

  private static boolean isScalar(JsonNode value) {
    return value != null && value.isValueNode();
  }

  private static void collectSilent(String path, JSONSchemaProps schema, List<String> silent) {
    if (schema.getProperties() != null) {
      schema
          .getProperties()
          .forEach(
              (name, field) -> {
                if (field.getDescription() == null) {
                  silent.add(path + "." + name);
                } else if (isScalar(field.getDefault())
                    && !field.getDescription().contains("Default " + field.getDefault().asText())) {
                  silent.add(path + "." + name + ": default " + field.getDefault().asText());
                }
                if (!KUBERNETES.contains(name)) {
                  collectSilent(path + "." + name, field, silent);
                }
              });
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      collectSilent(path + "[]", schema.getItems().getSchema(), silent);
    }
  }
}
