package dev.scalelab.operator.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Grafana dashboard's file.
 *
 * @param file where it is
 * @param json what it holds
 */
public record Dashboard(Path file, JsonNode json) {
  /** The dashboards' only hand-edited copy, as seen from the operator's folder. */
  public static final Path FOLDER = Path.of("..", "dashboards");

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

  /** Its panels without the rows that only group them. */
  public List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    for (JsonNode panel : json.path("panels")) {
      if (!panel.path("type").asText().equals("row")) {
        panels.add(panel);
      }
    }
    return panels;
  }

  /** Every query: of panels, of annotations, and those by which variables get their values. */
  public List<DashboardQuery> queries() {
    List<DashboardQuery> queries = new ArrayList<>(panelQueries());
    for (JsonNode annotation : json.path("annotations").path("list")) {
      if (annotation.has("expr")) {
        queries.add(query("annotation " + annotation.path("name").asText(), annotation));
      }
    }
    return queries;
  }

  /** The queries of panels. */
  public List<DashboardQuery> panelQueries() {
    List<DashboardQuery> queries = new ArrayList<>();
    for (JsonNode panel : panels()) {
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
