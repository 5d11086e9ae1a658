package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * One version of an object in the simulated API server; it never changes.
 *
 * @param tree the object
 * @param json the same as a text
 * @param applied what each field manager has applied, by its name and the subresource
 */
record Stored(
    ApiKind kind, long version, ObjectNode tree, String json, Map<String, JsonNode> applied) {
  static Stored of(ApiKind kind, long version, ObjectNode tree, Map<String, JsonNode> applied) {
    tree.withObject("/metadata").put("resourceVersion", Long.toString(version));
    return new Stored(kind, version, tree, Trees.json(tree), applied);
  }

  JsonNode metadata() {
    return tree.path("metadata");
  }

  String namespace() {
    return metadata().path("namespace").asText();
  }

  String name() {
    return metadata().path("name").asText();
  }

  String uid() {
    return metadata().path("uid").asText();
  }

  String label(String label) {
    return metadata().path("labels").path(label).asText(null);
  }

  boolean terminating() {
    return metadata().has("deletionTimestamp");
  }

  /** As Pod lab/small-base-1-app-0. */
  @Override
  public String toString() {
    return "%s %s/%s".formatted(kind.kind(), namespace(), name());
  }
}
