package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Generates the CRDs from the API's classes, and adds what the generator does not support. */
final class CrdFiles {
  private static final String HEADER =
      "# Generated from operator/src/main/java/dev/scalelab/operator/api by 'make generate'; do not edit.\n";

  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(ScalabilityExperiment.class, ScalabilityTrial.class);

  private static final Map<String, String> CONDITION =
      Map.of(
          "type", "Name of the condition: Accepted, TestbedReady, Suspended or Finished.",
          "status", "True, False or Unknown.",
          "reason", "Reason of the status: see docs/results.md.",
          "message", "Details of the reason.",
          "lastTransitionTime", "When the status last changed (RFC 3339).",
          "observedGeneration", "The generation of the spec that the condition is about.");

  /**
   * Maximum length of an allowed quantity. Without a limit the API server estimates a too high cost
   * for rules of quantities in a list.
   */
  private static final long LONGEST_QUANTITY = 32;

  /** Maximum length of a setting; the longest is the name of an image. */
  private static final long LONGEST_VALUE = 256;

  private CrdFiles() {}

  /** The files by name. */
  static Map<String, String> generate(Path scratch) throws IOException {
    Files.createDirectories(scratch);
    new CRDGenerator()
        .customResourceClasses(KINDS)
        .forCRDVersions("v1")
        .inOutputDir(scratch.toFile())
        .detailedGenerate();
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> generated = Files.list(scratch)) {
      for (Path file : generated.toList()) {
        CustomResourceDefinition crd =
            Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
        complete(crd);
        files.put(file.getFileName().toString(), HEADER + Serialization.asYaml(crd));
      }
    }
    return files;
  }

  /** The generator sorts printer columns by path, and cannot set the description of the kind. */
  private static void complete(CustomResourceDefinition crd) {
    Class<?> kind =
        KINDS.stream()
            .filter(type -> type.getSimpleName().equals(crd.getSpec().getNames().getKind()))
            .findFirst()
            .orElseThrow();
    List<String> order =
        Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();
    crd.getSpec()
        .getVersions()
        .forEach(
            version -> {
              version
                  .getAdditionalPrinterColumns()
                  .sort(
                      Comparator.comparingInt(
                          (CustomResourceColumnDefinition column) ->
                              order.indexOf(column.getName())));
              version
                  .getSchema()
                  .getOpenAPIV3Schema()
                  .setDescription(kind.getAnnotation(JsonClassDescription.class).value());
              conditions(version.getSchema().getOpenAPIV3Schema());
              eachRuleOnce(version.getSchema().getOpenAPIV3Schema());
              settingValues(version.getSchema().getOpenAPIV3Schema());
              overlay(version.getSchema().getOpenAPIV3Schema().getProperties().get("spec"));
              RatchetedRules.guard(version.getSchema().getOpenAPIV3Schema());
            });
  }

  /** A rule of a record's field is found twice: at the field, and at its accessor. */
  private static void eachRuleOnce(JSONSchemaProps schema) {
    if (schema.getXKubernetesValidations() != null) {
      if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
        schema.setMaxLength(LONGEST_QUANTITY);
      }
      schema.setXKubernetesValidations(
          schema.getXKubernetesValidations().stream().distinct().toList());
    }
    if (schema.getProperties() != null) {
      schema.getProperties().values().forEach(CrdFiles::eachRuleOnce);
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      eachRuleOnce(schema.getItems().getSchema());
    }
  }

  /** Rules compare the values of a setting, which requires a type. */
  private static void settingValues(JSONSchemaProps schema) {
    Map<String, JSONSchemaProps> fields = schema.getProperties();
    if (fields != null) {
      if (fields.containsKey("setting") && fields.containsKey("value")) {
        fields.put("value", intOrString(fields.get("value").getDescription()));
      }
      if (fields.containsKey("setting") && fields.containsKey("values")) {
        fields.get("values").getItems().setSchema(intOrString(null));
      }
      fields.values().forEach(CrdFiles::settingValues);
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      settingValues(schema.getItems().getSchema());
    }
  }

  private static JSONSchemaProps intOrString(String description) {
    return new JSONSchemaPropsBuilder()
        .withDescription(description)
        .withXKubernetesIntOrString(true)
        .withMaxLength(LONGEST_VALUE)
        .build();
  }

  /**
   * A variant changes the system, the workload and the load generator: it has the same fields,
   * without defaults and requirements, and without what is the same for all configurations.
   */
  private static void overlay(JSONSchemaProps spec) {
    JSONSchemaProps variants = spec.getProperties().get("variants");
    if (variants == null) {
      return;
    }
    Map<String, JSONSchemaProps> variant = variants.getItems().getSchema().getProperties();
    for (String block : List.of("system", "workload", "load")) {
      JSONSchemaProps overlay = Serialization.clone(spec.getProperties().get(block));
      withoutDefaults(overlay);
      overlay.setDescription(variant.put(block, overlay).getDescription());
    }
    variant.get("workload").getProperties().remove("type");
    variant.get("workload").getProperties().get("cells").getProperties().remove("table");
    List.of("open", "closed", "search", "repetitions", "seed")
        .forEach(variant.get("load").getProperties()::remove);
  }

  /** Pod settings are half of the schema: they are checked once the system is resolved. */
  private static JSONSchemaProps withoutDetails(String name, JSONSchemaProps field) {
    return switch (name) {
      case "affinity", "topologySpreadConstraints" ->
          new JSONSchemaPropsBuilder()
              .withDescription(field.getDescription())
              .withXKubernetesPreserveUnknownFields(true)
              .build();
      default -> field;
    };
  }

  private static void withoutDefaults(JSONSchemaProps schema) {
    schema.setDefault(null);
    schema.setRequired(List.of());
    schema.setXKubernetesValidations(List.of());
    schema.setXKubernetesListType(null);
    schema.setXKubernetesListMapKeys(List.of());
    if (schema.getProperties() != null) {
      schema.getProperties().replaceAll(CrdFiles::withoutDetails);
      schema.getProperties().values().forEach(CrdFiles::withoutDefaults);
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      withoutDefaults(schema.getItems().getSchema());
    }
    if (schema.getAdditionalProperties() != null
        && schema.getAdditionalProperties().getSchema() != null) {
      withoutDefaults(schema.getAdditionalProperties().getSchema());
    }
  }

  /** Kubernetes' own class of conditions has no descriptions of its fields. */
  private static void conditions(JSONSchemaProps schema) {
    JSONSchemaProps conditions =
        schema.getProperties().get("status").getProperties().get("conditions");
    if (conditions == null) {
      return;
    }
    conditions.setXKubernetesListType("map");
    conditions.setXKubernetesListMapKeys(List.of("type"));
    JSONSchemaProps condition = conditions.getItems().getSchema();
    condition.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    CONDITION.forEach(
        (field, description) -> condition.getProperties().get(field).setDescription(description));
  }
}
