package dev.scalelab.operator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Default;
import java.lang.reflect.Field;

/**
 * Makes what the API server makes of an empty object: each field has the default that its
 * annotation gives to the schema. Within a version of the API they never change, for what was not
 * given is not stored.
 */
final class SchemaDefaults {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaDefaults() {}

  /** An object of this type, of which nothing was given. */
  static <T> T of(Class<T> type) {
    ObjectNode defaults = JSON.createObjectNode();
    try {
      for (Field field : type.getDeclaredFields()) {
        Default given = field.getAnnotation(Default.class);
        if (given != null) {
          defaults.set(
              field.getName(),
              field.getType() == String.class || field.getType().isEnum()
                  ? JSON.getNodeFactory().textNode(given.value())
                  : JSON.readTree(given.value()));
        }
      }
      return JSON.treeToValue(defaults, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a default of " + type.getSimpleName() + " is no JSON", e);
    }
  }
}
