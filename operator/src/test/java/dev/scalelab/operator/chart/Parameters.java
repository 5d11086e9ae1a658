package dev.scalelab.operator.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The chart's values with the comment above each, for the table in its README. */
final class Parameters {
  /**
   * One value.
   *
   * @param path its name, as prometheus.retention.time
   * @param comment the comment above it; empty without one
   * @param value its default
   */
  record Parameter(String path, String comment, JsonNode value) {}

  private record Level(int indent, String path) {}

  private static final Pattern KEY = Pattern.compile("( *)([A-Za-z]+):.*");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Parameters() {}

  /** The values' tree of defaults. */
  static JsonNode defaults() {
    try {
      return YAML.readTree(Chart.file("values.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every key of values.yaml, groups included, in the file's order. */
  static List<Parameter> all() {
    JsonNode defaults = defaults();
    List<Parameter> found = new ArrayList<>();
    Deque<Level> parents = new ArrayDeque<>();
    StringBuilder comment = new StringBuilder();
    for (String line : Chart.file("values.yaml").split("\n")) {
      Matcher key = KEY.matcher(line);
      if (line.strip().startsWith("# ")) {
        comment.append(comment.isEmpty() ? "" : " ").append(line.strip().substring(2));
      } else {
        if (key.matches()) {
          int indent = key.group(1).length();
          while (!parents.isEmpty() && parents.peek().indent() >= indent) {
            parents.pop();
          }
          String path = (parents.isEmpty() ? "" : parents.peek().path() + ".") + key.group(2);
          parents.push(new Level(indent, path));
          found.add(
              new Parameter(path, comment.toString(), defaults.at("/" + path.replace('.', '/'))));
        }
        comment.setLength(0);
      }
    }
    return found;
  }

  /** The README's table: a row for each value that has a comment. */
  static String table() {
    StringBuilder table = new StringBuilder("| value | default | what it is |\n|---|---|---|\n");
    for (Parameter parameter : all()) {
      if (!parameter.comment().isEmpty()) {
        table.append(
            "| `%s` | `%s` | %s |\n"
                .formatted(
                    parameter.path(), parameter.value(), parameter.comment().replace("|", "\\|")));
      }
    }
    return table.toString();
  }
}
