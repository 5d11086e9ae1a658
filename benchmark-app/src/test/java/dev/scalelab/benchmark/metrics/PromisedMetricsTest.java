package dev.scalelab.benchmark.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.scalelab.benchmark.support.Moves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every metric that is documented, or kept by the chart's Prometheus, is moved by a test. */
class PromisedMetricsTest {

  private static final Path README = Path.of("README.md");
  private static final Path PROMETHEUS =
      Path.of("..", "charts", "scalelab", "files", "prometheus.yml.tpl");

  /** They show a setting: a test compares each with another value than its default. */
  private static final Set<String> OF_SETTINGS =
      Set.of(
          "memory_max_heap_bytes",
          "io_max_pool_size",
          "infinispan_cluster_size",
          "jvm_memory_max_bytes",
          "messaging_activemq_consumer_count",
          "scalelab_collector",
          "scalelab_setting");

  private static final Pattern TABLE = Pattern.compile("(?s)\n## Metrics\n.*?\n## ");
  private static final Pattern NAME = Pattern.compile("`([a-z]+(?:_[a-z]+)+)(?:\\{[^}]*})?`");
  private static final Pattern KEPT =
      Pattern.compile("(?s)job_name: scalelab-servers\n.*?regex: \"\\\\\n(.*?)\"");
  private static final Pattern GROUP = Pattern.compile("(\\w*)\\(([^)]*)\\)(\\w*)");

  @Test
  void whatTheReadmePromisesIsMoved() throws IOException {
    Matcher table = TABLE.matcher(Files.readString(README));
    assertThat(table.find()).isTrue();
    Set<String> promised =
        NAME.matcher(table.group()).results().map(name -> name.group(1)).collect(toSet());

    assertThat(promised).hasSizeGreaterThan(25);
    assertThat(moved()).containsAll(promised);
  }

  @Test
  void whatIsScrapedIsMoved() throws IOException {
    Matcher kept = KEPT.matcher(Files.readString(PROMETHEUS));
    assertThat(kept.find()).isTrue();
    Set<String> ofServers =
        Stream.of(kept.group(1).replaceAll("[\\\\\\s]", "").split("\\|(?![^(]*\\))"))
            .flatMap(pattern -> names(pattern).stream())
            .filter(name -> !name.startsWith("cnpg_"))
            .collect(toSet());

    assertThat(ofServers).contains("jgroups_sent_bytes", "memory_max_heap_bytes");
    assertThat(moved()).containsAll(ofServers);
  }

  /** The names that a pattern with up to one group allows. */
  private static List<String> names(String pattern) {
    Matcher group = GROUP.matcher(pattern);
    if (!group.matches()) {
      return List.of(pattern);
    }
    List<String> names = new ArrayList<>();
    MatchResult parts = group.toMatchResult();
    for (String part : parts.group(2).split("\\|")) {
      names.add(parts.group(1) + part + parts.group(3));
    }
    return names;
  }

  private static Set<String> moved() {
    JavaClasses tests = new ClassFileImporter().importPackages("dev.scalelab.benchmark");
    Set<String> moved = new TreeSet<>(OF_SETTINGS);
    tests.stream()
        .flatMap(test -> test.getMethods().stream())
        .filter(method -> method.isAnnotatedWith(Moves.class))
        .flatMap(method -> Stream.of(method.getAnnotationOfType(Moves.class).value()))
        .forEach(moved::add);
    return moved;
  }

  private static Collector<String, ?, TreeSet<String>> toSet() {
    return Collectors.toCollection(TreeSet::new);
  }
}
