package dev.scalelab.operator.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Describes every field of an experiment: a table and the rules of each block of its CRD. */
final class SpecPage {
  private static final String HEADER =
      """
      # Every field of a ScalabilityExperiment

      <!-- Generated from crds/scalabilityexperiments.scalelab.dev-v1.yml by 'make generate'; do not edit. -->

      `kubectl explain scalexp.spec`, and so on for each block, shows the same descriptions, without the rules. A quantity is one of Kubernetes: CPU in cores
      (`250m`, `0.25`), sizes in bytes (`512Mi`). A block with the default `{}` has the defaults of its fields. The API server
      checks limits and rules when the manifest is applied, and refuses it with the field and the message.
      """;

  private static final String TABLE =
      """
      | field | type | default | limits | description |
      |---|---|---|---|---|
      """;

  private static final String RULES = "x-kubernetes-validations";

  /** Kubernetes' own types, by field, which its documentation describes. */
  private static final Map<String, String> KUBERNETES =
      Map.of(
          "affinity", "Affinity",
          "conditions", "list of Condition",
          "imagePullSecrets", "list of LocalObjectReference",
          "tolerations", "list of Toleration",
          "topologySpreadConstraints", "list of TopologySpreadConstraint");

  private final StringBuilder page = new StringBuilder(HEADER);

  /** Where a block was first described, by its fields and rules, since others may be the same. */
  private final Map<List<JsonNode>, String> described = new HashMap<>();

  private SpecPage() {}

  /** The page of a CRD that has a single version. */
  static String of(JsonNode crd) {
    JsonNode version = crd.path("spec").path("versions").path(0);
    JsonNode root = version.path("schema").path("openAPIV3Schema");
    SpecPage spec = new SpecPage();
    spec.page.append("\n").append(text(root.path("description"))).append("\n");
    spec.appendRules(rules("", root));
    spec.block("spec", root.path("properties").path("spec"));
    spec.block("status", root.path("properties").path("status"));
    return spec.page.toString();
  }

  private void block(String path, JsonNode schema) {
    page.append("\n").append(path.contains(".") ? "### " : "## ").append(code(path)).append("\n");
    if (schema.has("description")) {
      page.append("\n").append(text(schema.path("description"))).append("\n");
    }
    List<JsonNode> content = List.of(schema.path("properties"), schema.path(RULES));
    String same = described.putIfAbsent(content, path);
    if (same != null) {
      page.append("\nThe fields are those of [%s](%s).\n".formatted(code(same), anchor(same)));
      return;
    }
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    List<String> rules = rules("", schema);
    page.append("\n").append(TABLE);
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String name = field.getKey();
      page.append(row(path, name, field.getValue(), required.contains(name)));
      if (!field.getValue().has("properties")) { // else they are below that block
        rules.addAll(rules(name, field.getValue()));
      }
    }
    appendRules(rules);
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      if (!KUBERNETES.containsKey(field.getKey())) {
        below(path + "." + field.getKey(), field.getValue());
      }
    }
  }

  private void below(String path, JsonNode schema) {
    if (schema.has("properties")) {
      block(path, schema);
    } else if (element(schema).isObject()) {
      below(path + "[]", element(schema));
    }
  }

  /** The schema of a list's items or of a map's values; a missing node for anything else. */
  private static JsonNode element(JsonNode schema) {
    return schema.has("items") ? schema.path("items") : schema.path("additionalProperties");
  }

  private static String row(String block, String name, JsonNode schema, boolean required) {
    String type = KUBERNETES.get(name);
    return "| %s | %s | %s | %s | %s |\n"
        .formatted(
            code(name),
            type == null ? type(block + "." + name, schema) : type,
            required ? "required" : value(schema.path("default")),
            String.join("; ", limits(schema)),
            text(schema.path("description")));
  }

  private static String type(String path, JsonNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return path.matches(".*\\.values?(\\[])?") ? "integer or string" : "quantity";
    }
    if (schema.has("properties")) {
      return "[object](%s)".formatted(anchor(path));
    }
    if (element(schema).isObject()) {
      String kind = schema.has("items") ? "list of " : "map of ";
      return kind + type(path + "[]", element(schema));
    }
    return schema.path("type").asText();
  }

  private static List<String> limits(JsonNode schema) {
    List<String> limits = new ArrayList<>();
    List<String> values = new ArrayList<>();
    schema.path("enum").forEach(value -> values.add(code(value.asText())));
    if (!values.isEmpty()) {
      limits.add(String.join(", ", values));
    }
    addRange(limits, "", schema.path("minimum"), schema.path("maximum"));
    if (!schema.path("x-kubernetes-int-or-string").asBoolean()) { // the rule describes those
      addRange(limits, "length ", schema.path("minLength"), schema.path("maxLength"));
    }
    addRange(limits, "items ", schema.path("minItems"), schema.path("maxItems"));
    addRange(limits, "entries ", schema.path("minProperties"), schema.path("maxProperties"));
    if (schema.has("pattern")) {
      limits.add(code(schema.path("pattern").asText()));
    }
    JsonNode element = element(schema);
    if (element.isObject() && !element.has("properties")) {
      limits(element).forEach(limit -> limits.add("each " + limit));
    }
    return limits;
  }

  private static void addRange(List<String> limits, String what, JsonNode min, JsonNode max) {
    if (!min.isMissingNode() && !max.isMissingNode()) {
      String from = number(min);
      String to = number(max);
      limits.add(what + (from.equals(to) ? from : from + " to " + to));
    } else if (!min.isMissingNode()) {
      limits.add(what + "at least " + number(min));
    } else if (!max.isMissingNode()) {
      limits.add(what + "at most " + number(max));
    }
  }

  /** The generator writes whole numbers as 1.0. */
  private static String number(JsonNode value) {
    return new BigDecimal(value.asText()).stripTrailingZeros().toPlainString();
  }

  private static String value(JsonNode value) {
    if (value.isMissingNode()) {
      return "";
    }
    return code(value.isTextual() ? value.asText() : value.toString());
  }

  /** Messages of a schema's own rules, each with the field that it is about. */
  private static List<String> rules(String field, JsonNode schema) {
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : schema.path(RULES)) {
      String path = field + rule.path("fieldPath").asText();
      String subject = path.startsWith(".") ? path.substring(1) : path;
      String message = text(rule.path("message"));
      rules.add(subject.isEmpty() ? message : code(subject) + ": " + message);
    }
    return rules;
  }

  private void appendRules(List<String> rules) {
    if (!rules.isEmpty()) {
      page.append("\nRules:\n\n");
      rules.forEach(rule -> page.append("- ").append(rule).append("\n"));
    }
  }

  private static String text(JsonNode text) {
    return text.asText().replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;");
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  /** GitHub's anchor of a block's heading. */
  private static String anchor(String path) {
    return "#" + path.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "");
  }
}
