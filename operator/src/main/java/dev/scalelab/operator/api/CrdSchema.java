package dev.scalelab.operator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpenAPI schema of one of ScaleLab's kinds, as its CRD has it: the one place of defaults and
 * required fields.
 */
public final class CrdSchema {
  private static final String FOLDER = "/META-INF/scalelab/crds/";

  private static final Map<String, CrdSchema> OWN = new ConcurrentHashMap<>();

  /** Most of a schema is not used here; the operator's heap is small. */
  private static final List<String> LEFT_OUT = List.of("description", "x-kubernetes-validations");

  private final JsonNode root;

  private CrdSchema(JsonNode root) {
    slim(root);
    this.root = root;
  }

  /** A field may also be called description: then it is a schema, not text. */
  private static void slim(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      LEFT_OUT.stream().filter(name -> !object.path(name).isObject()).forEach(object::remove);
    }
    schema.forEach(CrdSchema::slim);
  }

  /**
   * The schema with which this operator was built.
   *
   * @param crd full name of the CRD, as scalabilityexperiments.scalelab.dev
   */
  public static CrdSchema own(String crd) {
    return OWN.computeIfAbsent(crd, CrdSchema::read);
  }

  private static CrdSchema read(String crd) {
    try (InputStream file = CrdSchema.class.getResourceAsStream(FOLDER + crd + "-v1.yml")) {
      return of(new YAMLMapper().readTree(file));
    } catch (IOException e) {
      throw new UncheckedIOException("the CRD " + crd + " in the operator cannot be read", e);
    }
  }

  /**
   * The schema in a CRD's manifest, of the version that this operator speaks; an empty one where
   * the CRD does not have that version.
   */
  public static CrdSchema of(JsonNode crd) {
    for (JsonNode version : crd.path("spec").path("versions")) {
      if (Api.VERSION.equals(version.path("name").asText()) && version.path("served").asBoolean()) {
        return new CrdSchema(version.path("schema").path("openAPIV3Schema"));
      }
    }
    return new CrdSchema(crd.path("absent"));
  }

  /**
   * Sets the default of each field that is absent, as the API server does. Stored resources already
   * have them, unless the CRD is an older one.
   */
  void applyDefaults(ObjectNode resource) {
    applyDefaults(root, resource);
  }

  private static void applyDefaults(JsonNode schema, JsonNode value) {
    if (value.isArray()) {
      value.forEach(item -> applyDefaults(schema.path("items"), item));
    } else if (value instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        JsonNode given = property.getValue().path("default");
        if (!object.hasNonNull(property.getKey()) && !given.isMissingNode()) {
          object.set(property.getKey(), given.deepCopy());
        }
        applyDefaults(property.getValue(), object.path(property.getKey()));
      }
      JsonNode others = schema.path("additionalProperties");
      if (others.isObject()) {
        object.forEach(other -> applyDefaults(others, other));
      }
    }
  }

  /** The part of the schema below a field, as spec, system. */
  public CrdSchema at(String... path) {
    JsonNode part = root;
    for (String name : path) {
      part = part.path("properties").path(name);
    }
    return new CrdSchema(part);
  }

  /** A value, completed with the defaults of this schema. */
  public JsonNode completed(JsonNode value) {
    JsonNode completed = value.deepCopy();
    applyDefaults(root, completed);
    return completed;
  }

  /** Paths of the required fields that are missing in a value of this schema. */
  public List<String> missingInValue(JsonNode value) {
    List<String> missing = new ArrayList<>();
    missing("", root, value, missing);
    return missing;
  }

  /**
   * Paths of all fields that hold one value, as application.heap; those of lists as a[].b, and of
   * maps as a.{}.
   */
  public List<String> scalars() {
    List<String> found = new ArrayList<>();
    scalars("", root, found);
    return found;
  }

  private static void scalars(String path, JsonNode schema, List<String> found) {
    if (schema.path("items").isObject()) {
      scalars(path + "[]", schema.path("items"), found);
    } else if (schema.path("properties").isObject()) {
      schema
          .path("properties")
          .properties()
          .forEach(field -> scalars(join(path, field.getKey()), field.getValue(), found));
    } else if (schema.path("additionalProperties").isObject()) {
      scalars(path + ".{}", schema.path("additionalProperties"), found);
    } else if (!"object".equals(schema.path("type").asText())) {
      found.add(path);
    }
  }

  /** Paths of the required fields that are missing in a resource's spec, as spec.load. */
  List<String> missing(JsonNode resource) {
    List<String> missing = new ArrayList<>();
    missing("spec", root.path("properties").path("spec"), resource.path("spec"), missing);
    return missing;
  }

  private static void missing(String path, JsonNode schema, JsonNode value, List<String> missing) {
    if (value.isArray()) {
      value.forEach(item -> missing(path + "[]", schema.path("items"), item, missing));
    } else if (value.isObject()) {
      for (JsonNode name : schema.path("required")) {
        if (!value.hasNonNull(name.asText())) {
          missing.add(join(path, name.asText()));
        }
      }
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        String below = join(path, property.getKey());
        missing(below, property.getValue(), value.path(property.getKey()), missing);
      }
    }
  }

  /** Paths of fields and values of enumerations that this schema has and the other does not. */
  public List<String> notIn(CrdSchema other) {
    TreeSet<String> missing = new TreeSet<>(names());
    missing.removeAll(other.names());
    // The content of a missing block is not listed.
    List<String> all = List.copyOf(missing);
    missing.removeIf(name -> all.stream().anyMatch(block -> isPartOf(block, name)));
    return List.copyOf(missing);
  }

  private static boolean isPartOf(String block, String name) {
    return name.length() > block.length()
        && name.startsWith(block)
        && ".=[".indexOf(name.charAt(block.length())) >= 0;
  }

  private TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    collect("", root, names);
    return names;
  }

  private static void collect(String path, JsonNode schema, TreeSet<String> names) {
    schema.path("enum").forEach(value -> names.add(path + "=" + value.asText()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String below = join(path, property.getKey());
      names.add(below);
      collect(below, property.getValue(), names);
    }
    if (schema.path("items").isObject()) {
      collect(path + "[]", schema.path("items"), names);
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
