package dev.scalelab.operator.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Grafana dashboard's file.
 *
 * @param file where it is
 * @param json what it holds
 */
public record Dashboard(Path file, JsonNode json) {
  /** The files that the Go code there writes, relative to the operator's folder. */
  public static final Path FOLDER = Path.of("..", "dashboards");

  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\((?<series>.*), *(?<label>\\w+)\\)");

  /** Every dashboard of the project. */
  public static List<Dashboard> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(Dashboard::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dashboard read(Path file) {
    try {
      return new Dashboard(file, JsonMapper.builder().build().readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is not JSON", e);
    }
  }

  /** Its panels, those of collapsed rows too, without rows. */
  public List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    for (JsonNode panel : json.path("panels")) {
      if (panel.path("type").asText().equals("row")) {
        panel.path("panels").forEach(panels::add);
      } else {
        panels.add(panel);
      }
    }
    return panels;
  }

  /** The panels of its collapsed rows. */
  List<JsonNode> collapsed() {
    List<JsonNode> panels = new ArrayList<>();
    json.path("panels").forEach(row -> row.path("panels").forEach(panels::add));
    return panels;
  }

  /** Default values of the dashboard's variables. */
  public Map<String, String> defaults() {
    Map<String, String> defaults = new HashMap<>();
    for (JsonNode variable : json.path("templating").path("list")) {
      if (variable.path("type").asText().equals("custom")) {
        defaults.put(
            variable.path("name").asText(), variable.path("current").path("value").asText());
      }
    }
    return defaults;
  }

  /** All queries: of panels, annotations and variables. */
  public List<DashboardQuery> queries() {
    List<DashboardQuery> queries = new ArrayList<>(panelQueries());
    for (JsonNode annotation : json.path("annotations").path("list")) {
      if (annotation.has("expr")) {
        queries.add(query("annotation " + annotation.path("name").asText(), annotation));
      }
    }
    for (JsonNode variable : json.path("templating").path("list")) {
      Matcher values = LABEL_VALUES.matcher(variable.path("query").path("query").asText());
      if (values.matches()) {
        queries.add(
            new DashboardQuery(
                file.getFileName() + ", variable " + variable.path("name").asText(),
                "count by (" + values.group("label") + ") (" + values.group("series") + ")",
                false,
                ""));
      }
    }
    return queries;
  }

  /** The queries of panels. */
  public List<DashboardQuery> panelQueries() {
    return queries(panels());
  }

  /** The queries of the panels of collapsed rows. */
  public List<DashboardQuery> collapsedQueries() {
    return queries(collapsed());
  }

  private List<DashboardQuery> queries(List<JsonNode> panels) {
    List<DashboardQuery> queries = new ArrayList<>();
    for (JsonNode panel : panels) {
      for (JsonNode target : panel.path("targets")) {
        String name =
            "panel '%s' %s".formatted(panel.path("title").asText(), target.path("refId").asText());
        queries.add(query(name, target));
      }
    }
    return queries;
  }

  private DashboardQuery query(String where, JsonNode query) {
    return new DashboardQuery(
        file.getFileName() + ", " + where,
        query.path("expr").asText(),
        query.path("instant").asBoolean(),
        query.path("interval").asText());
  }
}
