package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.dashboards.KeptMetrics;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenPods;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueriesTest {
  private static final Subject SUBJECT =
      new Subject(
          "default",
          "small",
          "small-base-2",
          new TreeMap<>(
              Map.of(
                  "orders",
                  new Subject.Cluster("small-base-db-orders", 1),
                  "plant",
                  new Subject.Cluster("small-base-db-plant", 1))),
          Map.of(),
          GivenPods.of("small", twoDatabases(), 2),
          GivenPods.servers("small-base-2", 2),
          new Contract(true, true, true, false));

  private static final Queries QUERIES = new Queries(SUBJECT);

  private static ScalabilityExperiment twoDatabases() {
    return Experiments.with(
        Experiments.ecperf("default"),
        """
        system:
          databases:
          - {name: orders, domains: [Customer, Corporate]}
          - {name: plant, domains: [Manufacturing, Supplier]}
        """);
  }

  static Stream<String> selectors() {
    return Stream.of(QUERIES, new DatabaseQueries(SUBJECT)).flatMap(QueriesTest::selectors);
  }

  private static Stream<String> selectors(Object queries) {
    return Stream.of(queries.getClass().getDeclaredMethods())
        .filter(method -> method.getReturnType() == String.class)
        .filter(method -> !Modifier.isPrivate(method.getModifiers()))
        .filter(method -> !List.of("matchers", "all").contains(method.getName()))
        .map(method -> selector(queries, method));
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void whatTheEvidenceIsMadeOfIsScraped(String selector) throws Exception {
    assertThat(new KeptMetrics().holds(selector.substring(0, selector.indexOf('{'))))
        .as(selector)
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(Signal.class)
  void signalsAreScraped(Signal signal) throws Exception {
    assertThat(new KeptMetrics().holds(signal.metric())).isTrue();
    assertThat(QUERIES.matchers(signal.scope())).contains("namespace=\"default\"");
  }

  /**
   * By the evidence or by a dashboard. To be a signal is not enough: a rule has to use it, too, or
   * a dashboard to show it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"scalelab-testbed", "scalelab-servers", "scalelab-containers"})
  void whatIsScrapedIsRead(String job) throws Exception {
    StringBuilder read = new StringBuilder();
    selectors().forEach(selector -> read.append(selector).append('\n'));
    String rules = sources(Path.of("src/main/java/dev/scalelab/operator/diagnosis"));
    Stream.of(Signal.values())
        .filter(
            signal ->
                Pattern.compile("Signal\\.%s\\b".formatted(signal.name())).matcher(rules).find())
        .forEach(signal -> read.append(signal.metric()).append('\n'));
    for (String dashboard : List.of("live", "limits", "results")) {
      read.append(Files.readString(Path.of("../dashboards/" + dashboard + ".json")));
    }

    assertThat(new KeptMetrics().names(job))
        .isNotEmpty()
        .allMatch(
            name ->
                Pattern.compile("\\b" + name.replace(".*", "\\w*") + "\\b").matcher(read).find());
  }

  /** The panel that each signal has is generated, so that it shows nothing about its use. */
  @ParameterizedTest
  @EnumSource(Signal.class)
  void signalsAreReadByARuleOrAPanelOfItsOwn(Signal signal) throws Exception {
    String rules = sources(Path.of("src/main/java/dev/scalelab/operator/diagnosis"));
    String panels = sources(Path.of("../dashboards"));

    assertThat(rules + panels)
        .containsPattern(
            "\\bSignal\\.%s\\b|\\b(named|figureNow)\\(\"%s\""
                .formatted(signal.name(), signal.key()));
  }

  /** Code without tests. */
  private static String sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      StringBuilder sources = new StringBuilder();
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java") || name.endsWith(".go") && !name.endsWith("_test.go")) {
          sources.append(Files.readString(file));
        }
      }
      return sources.toString();
    }
  }

  @Test
  void containersAreThoseOfOneTestbed() {
    assertThat(QUERIES.containerCpu())
        .startsWith(
            "container_cpu_usage_seconds_total{namespace=\"default\",pod=~\"small-base-db-orders-[0-9]+|")
        .contains("|small-base-db-plant-[0-9]+|small-base-2-app-[0-9]+|")
        .endsWith(",container=~\"postgres|server|haproxy|supplier|gatling\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "small-base-2-app-1, server, application",
    "small-base-db-plant-1, postgres, database",
    "small-base-2-app-1, istio-proxy,",
    "small-base-2-app-1, postgres,",
    "small-base-20-app-1, server,"
  })
  void aTierIsMeasuredByTheContainersThatDoItsWork(String pod, String container, String tier) {
    assertThat(QUERIES.group(Map.of("pod", pod, "container", container)))
        .map(group -> group.tier().label())
        .isEqualTo(Optional.ofNullable(tier));
  }

  private static String selector(Object queries, Method method) {
    try {
      return switch (method.getParameterCount()) {
        case 0 -> (String) method.invoke(queries);
        default -> (String) method.invoke(queries, "node-1");
      };
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
