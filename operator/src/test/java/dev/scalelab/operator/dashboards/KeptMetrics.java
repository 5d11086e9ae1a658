package dev.scalelab.operator.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The chart's Prometheus configuration, and which metrics it keeps. */
public final class KeptMetrics {
  private static final Path CONFIGURATION =
      Path.of("..", "charts", "scalelab", "files", "prometheus.yml.tpl");

  /** Metrics that Prometheus itself adds to every target. */
  private static final Pattern OWN = Pattern.compile("up|scrape_.*");

  private static final Pattern GROUP = Pattern.compile("\\(([^()]*)\\)");

  private final JsonNode configuration;

  /** Reads the configuration as it is in the project. */
  public KeptMetrics() throws IOException {
    // Replaces the templates of Helm by values that do not matter here, and removes settings only
    // for Prometheus 3: the tests have a Prometheus 2.
    String text =
        Files.readString(CONFIGURATION)
            .replaceAll("(?s)\\{\\{- if .*?\\{\\{- end }}", "")
            .replaceAll("\\{\\{[^}]*[iI]nterval[^}]*}}", "5s")
            .replaceAll("\\{\\{[^}]*}}", "default");
    // SnakeYAML's own parser resolves anchors, which Jackson's does not.
    configuration = new ObjectMapper().valueToTree(new org.yaml.snakeyaml.Yaml().load(text));
  }

  /** Whether any job keeps a metric of that name. */
  public boolean holds(String name) {
    return OWN.matcher(name).matches() || job(name).isPresent();
  }

  /** Name of the job that keeps a metric of that name; empty for Prometheus' own. */
  public Optional<String> job(String name) {
    return patterns().entrySet().stream()
        .filter(job -> job.getValue().matcher(name).matches())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** What a job keeps: names, and patterns that end with .* where it keeps all of a group. */
  public Set<String> names(String job) {
    Set<String> names = new TreeSet<>();
    expand(patterns().get(job).pattern().strip(), names);
    return names;
  }

  /** Without groups, and their alternatives: from the innermost on. */
  private static void expand(String pattern, Set<String> names) {
    Matcher group = GROUP.matcher(pattern);
    if (!group.find()) {
      names.addAll(List.of(pattern.split("\\|")));
      return;
    }
    int begin = pattern.lastIndexOf('|', group.start()) + 1;
    int end = pattern.indexOf('|', group.end());
    String rest = end < 0 ? "" : pattern.substring(end);
    String before = pattern.substring(begin, group.start());
    String after = pattern.substring(group.end(), end < 0 ? pattern.length() : end);
    String each =
        Stream.of(group.group(1).split("\\|"))
            .map(one -> before + one + after)
            .collect(Collectors.joining("|"));
    expand(pattern.substring(0, begin) + each + rest, names);
  }

  /** The metrics that each job keeps, by job; every job must list them. */
  private Map<String, Pattern> patterns() {
    Map<String, Pattern> patterns = new LinkedHashMap<>();
    for (JsonNode job : configuration.path("scrape_configs")) {
      patterns.put(job.path("job_name").asText(), pattern(job));
    }
    return patterns;
  }

  private static Pattern pattern(JsonNode job) {
    for (JsonNode rule : job.path("metric_relabel_configs")) {
      if (rule.path("source_labels").path(0).asText().equals("__name__")
          && rule.path("action").asText().equals("keep")) {
        return Pattern.compile(rule.path("regex").asText());
      }
    }
    throw new AssertionError(
        "job " + job.path("job_name") + " does not say which metrics it keeps");
  }

  /**
   * The configuration for a check by promtool: Debian 12's does not support Kubernetes, so
   * discovery is left out.
   */
  String withoutDiscovery() throws IOException {
    JsonNode copy = configuration.deepCopy();
    copy.path("scrape_configs").forEach(job -> ((ObjectNode) job).remove("kubernetes_sd_configs"));
    return new YAMLMapper().writeValueAsString(copy);
  }
}
