package dev.scalelab.operator.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads a resource of one of ScaleLab's kinds, whatever the API server has stored. A field that
 * this version does not understand must affect only that resource: an exception here would stop the
 * informer, and with it the reconciliation of all resources. So the reason is stored in an
 * annotation of the object in memory, which survives the copies that the SDK makes of it.
 *
 * @param <S> type of the spec
 * @param <T> type of the status
 */
abstract class ResourceReader<S, T, R extends CustomResource<S, T>> extends StdDeserializer<R> {
  private static final long serialVersionUID = 1;
  private static final String SPEC = "spec";
  private static final String STATUS = "status";
  private static final String UNREADABLE = Api.GROUP + "/unreadable-";

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Class<S> specType;
  private final Class<T> statusType;

  ResourceReader(Class<R> kind, Class<S> specType, Class<T> statusType) {
    super(kind);
    this.specType = specType;
    this.statusType = statusType;
  }

  /** An empty resource. */
  abstract R empty();

  /**
   * Completes a spec with the defaults that its CRD gives.
   *
   * @throws IllegalArgumentException when a required field is missing
   */
  abstract void complete(ObjectNode resource);

  /** Why the resource's spec cannot be read, with the field; empty when it was read. */
  static Optional<String> unreadableSpec(CustomResource<?, ?> resource) {
    return noted(resource, SPEC);
  }

  /** Why the resource's status cannot be read, with the field; empty when it was read. */
  static Optional<String> unreadableStatus(CustomResource<?, ?> resource) {
    return noted(resource, STATUS);
  }

  @Override
  public R deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    ObjectNode stored = parser.readValueAsTree();
    R resource = empty();
    ObjectMeta metadata = JSON.treeToValue(stored.path("metadata"), ObjectMeta.class);
    resource.setMetadata(metadata == null ? new ObjectMeta() : metadata);
    if (stored.hasNonNull(SPEC)) {
      note(resource, SPEC, null);
      try {
        complete(stored);
        resource.setSpec(JSON.treeToValue(stored.path(SPEC), specType));
      } catch (JsonProcessingException | RuntimeException e) {
        note(resource, SPEC, reason(SPEC, e));
      }
    }
    if (stored.hasNonNull(STATUS)) {
      note(resource, STATUS, null);
      try {
        resource.setStatus(JSON.treeToValue(stored.path(STATUS), statusType));
      } catch (JsonProcessingException | RuntimeException e) {
        note(resource, STATUS, reason(STATUS, e));
      }
    }
    return resource;
  }

  /** Completes a resource from its CRD's schema. */
  static void complete(CrdSchema schema, ObjectNode resource) {
    schema.applyDefaults(resource);
    List<String> missing = schema.missing(resource);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(String.join(", ", missing) + " must be given");
    }
  }

  private static Optional<String> noted(CustomResource<?, ?> resource, String part) {
    return Optional.ofNullable(resource.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(UNREADABLE + part));
  }

  private static void note(CustomResource<?, ?> resource, String part, String reason) {
    Map<String, String> annotations = resource.getMetadata().getAnnotations();
    annotations = annotations == null ? new HashMap<>() : new HashMap<>(annotations);
    annotations.remove(UNREADABLE + part);
    if (reason != null) {
      annotations.put(UNREADABLE + part, reason);
    }
    resource.getMetadata().setAnnotations(annotations);
  }

  /** Field and reason, without class names. */
  private static String reason(String part, Exception e) {
    if (!(e instanceof JsonMappingException mapping)) {
      return e.getMessage() == null ? e.toString() : e.getMessage();
    }
    String field =
        mapping.getPath().stream()
            .map(step -> step.getFieldName() == null ? "[]" : "." + step.getFieldName())
            .collect(Collectors.joining("", part, ""));
    return e instanceof InvalidFormatException value
        ? "%s: this version of the operator does not know %s".formatted(field, value.getValue())
        : "%s: %s".formatted(field, mapping.getOriginalMessage());
  }
}
