package dev.scalelab.operator.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Generates specs that the schema allows: a few fields of a valid spec are changed, removed or
 * added. Rules between fields are ignored; the API server rejects specs that break them.
 */
final class RandomSpecs {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_CHANGES = 5;
  private static final int MAX_ITEMS = 4;
  private static final String POD = "pod";
  private static final List<String> CPUS = List.of("1m", "100m", "0.25", "1", "1500m", "3", "64");
  private static final List<String> SIZES =
      List.of("1Mi", "64Mi", "384M", "512Mi", "0.75Gi", "1Gi", "2Gi", "805306368", "1Ti");

  private static final List<String> PERCENTS = List.of("0", "0.1", "1", "2.5", "100");

  /** Values that a field's pattern or length does not allow are left out. */
  private static final List<String> STRINGS =
      List.of(
          "a",
          "look",
          "table.csv",
          "A_1",
          "/health",
          "localhost/no-such:1",
          "-XX:+UseZGC",
          "-XX:TieredStopAtLevel=1",
          "-Da=\"b\"",
          "-Dd=$(HEAP)",
          "50",
          "95",
          "newOrder",
          "visit",
          "Application",
          "Balancer",
          "application.heap",
          "application.connectionPoolSize",
          "$(POD_NAME) $$ * 'x'",
          "ünïcode\n2",
          "");

  /** Keys of maps that the user fills, by the name of the map. */
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "mix",
          List.of("newOrder", "orderStatus", "workOrder", "session", "visit", "call", "look"),
          "weights",
          List.of("1", "3", "6", "10", "mine"),
          // PostgreSQL accepts any value for a setting with a custom prefix.
          "parameters",
          List.of("scalelab.one", "scalelab.other"));

  private static final String BESIDE =
      "topologyKey: kubernetes.io/hostname,"
          + " labelSelector: {matchLabels: {scalelab.dev/tier: application}}";

  /** Pod settings that any node satisfies, as YAML: others would only make experiments wait. */
  private static final Map<String, List<String>> POD_SETTINGS =
      Map.of(
          "nodeSelector",
          List.of("{}", "{kubernetes.io/os: linux}"),
          "tolerations",
          List.of("[]", "[{key: dedicated, operator: Exists, effect: NoSchedule}]"),
          "affinity",
          List.of(
              "{}",
              "{podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
                  + " [{weight: 1, podAffinityTerm: {%s}}]}}".formatted(BESIDE)),
          "topologySpreadConstraints",
          List.of("[]", "[{maxSkew: 1, whenUnsatisfiable: ScheduleAnyway, %s}]".formatted(BESIDE)),
          "priorityClassName",
          List.of("''"),
          "imagePullSecrets",
          List.of("[]", "[{name: no-such}]"),
          "labels",
          List.of("{}", "{team: checkout}"),
          "annotations",
          List.of("{}", "{example.org/contact: checkout}"));

  /** Settings of factors. */
  private static final List<String> VALUES = List.of("256Mi", "5", "20", "true", "Hash");

  private final JSONSchemaProps schema;
  private final List<JsonNode> good;
  private final Random random;

  /**
   * One source of specs.
   *
   * @param schema schema of the spec
   * @param good valid specs to start from
   */
  RandomSpecs(JSONSchemaProps schema, List<JsonNode> good, Random random) {
    this.schema = schema;
    this.good = good;
    this.random = random;
  }

  /** The next spec. */
  ObjectNode next() {
    ObjectNode spec = one(good).deepCopy();
    int changes = 1 + random.nextInt(MAX_CHANGES);
    for (int i = 0; i < changes; i++) {
      change(schema, spec);
    }
    return spec;
  }

  /** Changes one field at any depth; existing blocks are preferred. */
  private void change(JSONSchemaProps type, ObjectNode object) {
    List<String> names = new ArrayList<>(type.getProperties().keySet());
    String name = one(names);
    JSONSchemaProps field = type.getProperties().get(name);
    if (object.get(name) instanceof ObjectNode part && hasFields(field) && !name.equals(POD)) {
      change(field, part);
    } else if (object.has(name) && random.nextInt(4) == 0) {
      object.remove(name);
    } else {
      object.set(name, value(name, field));
    }
  }

  /** Other maps have keys that the user chooses. */
  private static boolean hasFields(JSONSchemaProps type) {
    return type.getProperties() != null && !type.getProperties().isEmpty();
  }

  private JsonNode value(String name, JSONSchemaProps type) {
    if (Boolean.TRUE.equals(type.getXKubernetesIntOrString())) {
      return quantity(name);
    }
    if (!type.getEnum().isEmpty()) {
      return one(type.getEnum());
    }
    if (type.getType() == null) {
      return yaml(one(POD_SETTINGS.getOrDefault(name, VALUES)));
    }
    return switch (type.getType()) {
      case "integer" -> JSON.numberNode(integer(type));
      case "number" -> JSON.numberNode(integer(type) / 4.0);
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      case "string" -> JSON.textNode(string(type));
      case "array" -> array(name, type);
      default -> hasFields(type) ? object(name, type) : map(name, type);
    };
  }

  /** A percentage, cores or bytes. */
  private JsonNode quantity(String name) {
    if (name.endsWith("Percent")) {
      return JSON.textNode(one(PERCENTS));
    }
    return JSON.textNode(one(name.toLowerCase(Locale.ROOT).endsWith("cpu") ? CPUS : SIZES));
  }

  /** A limit, or a number between the limits: small ones are as frequent as large ones. */
  private long integer(JSONSchemaProps type) {
    long min = type.getMinimum() == null ? 0 : type.getMinimum().longValue();
    long max = type.getMaximum() == null ? Integer.MAX_VALUE : type.getMaximum().longValue();
    return switch (random.nextInt(6)) {
      case 0 -> min;
      case 1 -> max;
      default -> min + (long) Math.expm1(random.nextDouble() * Math.log1p(max - min));
    };
  }

  private String string(JSONSchemaProps type) {
    List<String> allowed =
        STRINGS.stream()
            .filter(text -> type.getPattern() == null || text.matches(type.getPattern()))
            .filter(text -> type.getMinLength() == null || text.length() >= type.getMinLength())
            .filter(text -> type.getMaxLength() == null || text.length() <= type.getMaxLength())
            .toList();
    return one(allowed);
  }

  private ArrayNode array(String name, JSONSchemaProps type) {
    ArrayNode items = JSON.arrayNode();
    int count = count(type.getMinItems(), type.getMaxItems());
    for (int i = 0; i < count; i++) {
      items.add(value(name, type.getItems().getSchema()));
    }
    return items;
  }

  private ObjectNode map(String name, JSONSchemaProps type) {
    ObjectNode entries = JSON.objectNode();
    int count = count(type.getMinProperties(), type.getMaxProperties());
    for (int i = 0; i < count; i++) {
      entries.set(one(KEYS.get(name)), value(name, type.getAdditionalProperties().getSchema()));
    }
    return entries;
  }

  private int count(Long min, Long max) {
    long lowest = min == null ? 0 : min;
    long highest = max == null ? MAX_ITEMS : Math.min(max, Math.max(lowest, MAX_ITEMS));
    return (int) (lowest + random.nextInt((int) (highest - lowest) + 1));
  }

  /** The required fields, and some others. */
  private ObjectNode object(String name, JSONSchemaProps type) {
    ObjectNode object = JSON.objectNode();
    for (Map.Entry<String, JSONSchemaProps> field : type.getProperties().entrySet()) {
      boolean required = type.getRequired() != null && type.getRequired().contains(field.getKey());
      if (required || random.nextInt(4) == 0) {
        object.set(
            field.getKey(),
            name.equals(POD)
                ? yaml(one(POD_SETTINGS.get(field.getKey())))
                : value(field.getKey(), field.getValue()));
      }
    }
    return object;
  }

  private static JsonNode yaml(String text) {
    return Serialization.unmarshal("value: " + text, JsonNode.class).get("value");
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
