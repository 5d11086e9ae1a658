package dev.scalelab.operator.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.Api;
import dev.scalelab.operator.api.CrdSchema;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.SystemSpec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Applies variants and values of factors to the system as given. Pure. */
final class Overlay {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final CrdSchema SCHEMA =
      CrdSchema.own("scalabilityexperiments." + Api.GROUP).at("spec", "system");
  private static final List<String> SETTINGS = SCHEMA.scalars();

  private final JsonNode base;

  Overlay(SystemSpec base) {
    this.base = withoutNulls(JSON.valueToTree(base));
  }

  /** A variant or a setting that cannot be applied; the message says why. */
  static final class NotApplicable extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotApplicable(String message) {
      super(message);
    }
  }

  /**
   * The system with a variant's change and values of factors, completed with the schema's defaults.
   *
   * @param change the variant's; null for the system as given
   * @throws NotApplicable when a setting is unknown, or the result lacks a required field
   */
  SystemSpec apply(JsonNode change, List<FactorValue> factors) {
    JsonNode system = change == null ? base.deepCopy() : merged(base.deepCopy(), change);
    system = SCHEMA.completed(system);
    for (FactorValue factor : factors) {
      set(system, factor);
    }
    List<String> lacking = SCHEMA.lacking(system);
    if (!lacking.isEmpty()) {
      throw new NotApplicable(String.join(", ", lacking) + " must be given");
    }
    try {
      return JSON.treeToValue(system, SystemSpec.class);
    } catch (JsonProcessingException | RuntimeException e) {
      throw new NotApplicable(e.getMessage().lines().findFirst().orElse(e.toString()));
    }
  }

  /** JSON merge patch, RFC 7386. */
  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch.deepCopy();
    }
    ObjectNode result = target instanceof ObjectNode object ? object : JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), merged(result.path(field.getKey()), field.getValue()));
      }
    }
    return result;
  }

  private static void set(JsonNode system, FactorValue factor) {
    if (!factor.value().isValueNode() || factor.value().isNull()) {
      throw new NotApplicable("values of %s must be numbers or texts".formatted(factor.setting()));
    }
    List<String> path = List.of(factor.setting().split("\\."));
    StringBuilder known = new StringBuilder();
    JsonNode holder = system;
    for (String name : path.subList(0, path.size() - 1)) {
      boolean list = holder.isArray();
      known.append(list ? "[]" : known.isEmpty() ? name : "." + name);
      JsonNode next = list ? named(holder, name, factor) : holder.path(name);
      if (next.isMissingNode() && holder instanceof ObjectNode object) {
        next = object.putObject(name);
      }
      holder = next;
    }
    String last = path.get(path.size() - 1);
    known.append(known.isEmpty() ? last : "." + last);
    if (!SETTINGS.contains(known.toString()) || !(holder instanceof ObjectNode object)) {
      throw new NotApplicable(
          "there is no setting %s; the nearest is %s"
              .formatted(factor.setting(), nearest(factor.setting())));
    }
    object.set(last, factor.value());
  }

  private static JsonNode named(JsonNode list, String name, FactorValue factor) {
    List<String> names = new ArrayList<>();
    for (JsonNode element : list) {
      names.add(element.path("name").asText());
      if (name.equals(element.path("name").asText())) {
        return element;
      }
    }
    throw new NotApplicable(
        "%s: there is no %s, only %s".formatted(factor.setting(), name, String.join(", ", names)));
  }

  /** The known setting with the most similar spelling, or with the same last part. */
  private static String nearest(String setting) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    String last = setting.substring(setting.lastIndexOf('.') + 1);
    String best = null;
    int least = Integer.MAX_VALUE;
    for (String known : SETTINGS) {
      int whole = distance.apply(setting, known);
      int ofLast = distance.apply(last, known.substring(known.lastIndexOf('.') + 1));
      int far = Math.min(whole, 2 * ofLast + (known.contains(".pod.") ? 1 : 0));
      if (far < least) {
        least = far;
        best = known;
      }
    }
    return best.replace("[]", ".NAME");
  }

  private static JsonNode withoutNulls(JsonNode node) {
    for (Iterator<JsonNode> fields = node.elements(); fields.hasNext(); ) {
      JsonNode field = fields.next();
      if (field.isNull() && node.isObject()) {
        fields.remove();
      } else {
        withoutNulls(field);
      }
    }
    return node;
  }
}
