package dev.scalelab.operator.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.Api;
import dev.scalelab.operator.api.CrdSchema;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.VariantSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Applies variants and values of factors to the system, the workload and the load. Pure. */
final class Overlay {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SYSTEM = "system";
  private static final String WORKLOAD = "workload";
  private static final String LOAD = "load";
  private static final List<String> BLOCKS = List.of(SYSTEM, WORKLOAD, LOAD);

  /** What is the same for all configurations: otherwise they could not be compared. */
  private static final List<String> FIXED =
      List.of(
          "workload.type",
          "workload.cells.table",
          "load.open.rates",
          "load.closed",
          "load.search",
          "load.repetitions",
          "load.seed");

  private static final Map<String, CrdSchema> SCHEMAS =
      BLOCKS.stream()
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  block -> CrdSchema.own("scalabilityexperiments." + Api.GROUP).at("spec", block)));

  private static final List<String> SETTINGS =
      BLOCKS.stream()
          .flatMap(block -> SCHEMAS.get(block).scalars().stream().map(path -> block + "." + path))
          .filter(Overlay::varies)
          .toList();

  private final ScalabilityExperimentSpec spec;
  private final Map<String, JsonNode> base = new HashMap<>();

  Overlay(ScalabilityExperimentSpec spec) {
    this.spec = spec;
    base.put(SYSTEM, withoutNulls(JSON.valueToTree(spec.system())));
    base.put(WORKLOAD, withoutNulls(JSON.valueToTree(spec.workload())));
    base.put(LOAD, withoutNulls(JSON.valueToTree(spec.load())));
  }

  private static boolean varies(String path) {
    return FIXED.stream()
        .noneMatch(
            fixed ->
                path.equals(fixed) || path.startsWith(fixed + ".") || path.startsWith(fixed + "["));
  }

  /** A variant or a setting that cannot be applied; the message says why. */
  static final class NotApplicable extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String block;

    NotApplicable(String block, String message) {
      super(message);
      this.block = block;
    }

    /** The block that it would change: system, workload or load. */
    String block() {
      return block;
    }
  }

  /**
   * The spec with a variant's change and values of factors, completed with the schema's defaults.
   * What does not change stays as given.
   *
   * @param change the variant; null for the spec as given
   * @throws NotApplicable when a setting is unknown, or a required field is missing in the result
   */
  ScalabilityExperimentSpec apply(VariantSpec change, List<FactorValue> factors) {
    JsonNode system = block(SYSTEM, change == null ? null : change.system(), factors);
    JsonNode workload = block(WORKLOAD, change == null ? null : change.workload(), factors);
    JsonNode load = block(LOAD, change == null ? null : change.load(), factors);
    return spec.with(
        all ->
            all.system(system == null ? spec.system() : read(SYSTEM, system, SystemSpec.class))
                .workload(
                    workload == null
                        ? spec.workload()
                        : read(WORKLOAD, workload, WorkloadSpec.class))
                .load(load == null ? spec.load() : read(LOAD, load, LoadSpec.class)));
  }

  /** A block with its change and the values of its factors; null if it has none. */
  private JsonNode block(String name, JsonNode change, List<FactorValue> factors) {
    List<FactorValue> own =
        factors.stream().filter(factor -> path(factor).startsWith(name + ".")).toList();
    if (change == null && own.isEmpty()) {
      return null;
    }
    JsonNode given = base.get(name).deepCopy();
    JsonNode block = SCHEMAS.get(name).completed(change == null ? given : merged(given, change));
    own.forEach(factor -> set(name, block, factor));
    JsonNode completed = SCHEMAS.get(name).completed(block);
    List<String> missing = SCHEMAS.get(name).missingInValue(completed);
    if (!missing.isEmpty()) {
      throw new NotApplicable(name, String.join(", ", missing) + " must be given");
    }
    return completed;
  }

  private static <T> T read(String name, JsonNode block, Class<T> type) {
    try {
      return JSON.treeToValue(block, type);
    } catch (JsonProcessingException | RuntimeException e) {
      throw new NotApplicable(name, e.getMessage().lines().findFirst().orElse(e.toString()));
    }
  }

  /** A factor's path with its block: without one it is a setting of the system. */
  private static String path(FactorValue factor) {
    String setting = factor.setting();
    return BLOCKS.stream().anyMatch(block -> setting.startsWith(block + "."))
        ? setting
        : SYSTEM + "." + setting;
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

  private static void set(String block, JsonNode node, FactorValue factor) {
    if (!factor.value().isValueNode() || factor.value().isNull()) {
      throw new NotApplicable(
          block, "values of %s must be numbers or texts".formatted(factor.setting()));
    }
    List<String> path = List.of(path(factor).substring(block.length() + 1).split("\\."));
    StringBuilder known = new StringBuilder(block);
    JsonNode holder = node;
    for (String name : path.subList(0, path.size() - 1)) {
      boolean list = holder.isArray();
      known.append(list ? "[]" : "." + name);
      JsonNode next = list ? named(holder, name, factor) : holder.path(name);
      if (next.isMissingNode() && holder instanceof ObjectNode object) {
        next = object.putObject(name);
      }
      holder = next;
    }
    String last = path.get(path.size() - 1);
    boolean exists = SETTINGS.contains(known + "." + last) || SETTINGS.contains(known + ".{}");
    if (!exists || !(holder instanceof ObjectNode object)) {
      throw new NotApplicable(block, unknown(factor, known + "." + last));
    }
    object.set(last, factor.value());
  }

  private static String unknown(FactorValue factor, String path) {
    return varies(path)
        ? "there is no setting %s; the nearest is %s"
            .formatted(factor.setting(), nearest(path(factor)))
        : "%s must be the same for all configurations: otherwise they could not be compared"
            .formatted(factor.setting());
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
        SYSTEM,
        "%s: there is no %s, only %s".formatted(factor.setting(), name, String.join(", ", names)));
  }

  /** The known setting with the most similar spelling, or with the same last part. */
  private static String nearest(String setting) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    String last = setting.substring(setting.lastIndexOf('.') + 1);
    String best = null;
    int min = Integer.MAX_VALUE;
    for (String known : SETTINGS) {
      int whole = distance.apply(setting, known);
      int ofLast = distance.apply(last, known.substring(known.lastIndexOf('.') + 1));
      int far = Math.min(whole, 2 * ofLast + (known.contains(".pod.") ? 1 : 0));
      if (far < min) {
        min = far;
        best = known;
      }
    }
    // Without the block that is meant by default.
    return best.replaceFirst("^system\\.", "").replace("[]", ".NAME").replace("{}", "NAME");
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
