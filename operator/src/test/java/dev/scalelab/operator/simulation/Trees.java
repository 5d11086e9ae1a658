package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON as trees, and the ways in which the API server merges them. */
final class Trees {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Trees() {}

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static ObjectNode read(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  static ObjectNode of(Object value) {
    return JSON.valueToTree(value);
  }

  static String json(JsonNode tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An object within another one, which is added if it is missing. */
  static ObjectNode child(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode found ? found : parent.putObject(name);
  }

  /** The API server drops fields without a value. */
  static ObjectNode withoutNulls(ObjectNode tree) {
    List<String> empty = new ArrayList<>();
    tree.properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                empty.add(field.getKey());
              } else if (field.getValue() instanceof ObjectNode inner) {
                withoutNulls(inner);
              } else if (field.getValue() instanceof ArrayNode list) {
                list.forEach(
                    element -> {
                      if (element instanceof ObjectNode inner) {
                        withoutNulls(inner);
                      }
                    });
              }
            });
    tree.remove(empty);
    return tree;
  }

  /** A JSON merge patch. */
  static void merge(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (field.getValue().isNull()) {
        target.remove(field.getKey());
      } else if (field.getValue() instanceof ObjectNode inner) {
        merge(child(target, field.getKey()), inner);
      } else {
        target.set(field.getKey(), field.getValue());
      }
    }
  }

  /** A strategic merge patch, in which lists of named elements are merged by their names. */
  static void strategicMerge(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (field.getValue() instanceof ObjectNode inner) {
        strategicMerge(child(target, field.getKey()), inner);
      } else if (field.getValue() instanceof ArrayNode list
          && target.get(field.getKey()) instanceof ArrayNode before
          && list.path(0).has("name")) {
        list.forEach(element -> strategicMergeByName(before, (ObjectNode) element));
      } else {
        target.set(field.getKey(), field.getValue());
      }
    }
  }

  private static void strategicMergeByName(ArrayNode target, ObjectNode patch) {
    for (JsonNode element : target) {
      if (element.path("name").equals(patch.path("name"))) {
        strategicMerge((ObjectNode) element, patch);
        return;
      }
    }
    target.add(patch);
  }

  /**
   * A server-side apply by the only manager of these fields: what it applied before and does not
   * apply now is removed. Lists are replaced.
   */
  static void apply(ObjectNode target, JsonNode appliedBefore, ObjectNode applied) {
    for (Map.Entry<String, JsonNode> field : appliedBefore.properties()) {
      JsonNode now = applied.get(field.getKey());
      if (now == null) {
        target.remove(field.getKey());
      }
    }
    for (Map.Entry<String, JsonNode> field : applied.properties()) {
      if (field.getValue() instanceof ObjectNode inner) {
        apply(child(target, field.getKey()), appliedBefore.path(field.getKey()), inner);
      } else {
        target.set(field.getKey(), field.getValue());
      }
    }
  }
}
