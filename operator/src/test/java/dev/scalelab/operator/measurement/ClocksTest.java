package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.ClockBounds;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepResultBuilder;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenPods;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks of load generators, Prometheus and operator. */
class ClocksTest {
  private static final ClockBounds EXACT = new ClockBounds(-20L, 30L);

  @Test
  void clocksThatMayAgreeAreNoFault() {
    assertThat(Clocks.check(List.of(ValidRuns.step(1)))).as("nothing is known").isEmpty();
    assertThat(check(new ClockBounds(-2500L, 500L), EXACT)).isEmpty();
    assertThat(check(new ClockBounds(-60_000L, null), EXACT)).as("read late").isEmpty();
    assertThat(check(new ClockBounds(900L, 3000L), EXACT)).as("within a second").isEmpty();
  }

  @Test
  void aClockThatDiffersForCertainIsNamed() {
    assertThat(check(new ClockBounds(57_500L, 60_500L), EXACT))
        .singleElement()
        .satisfies(
            invalid -> {
              assertThat(invalid.reason()).isEqualTo(Reason.CLOCKS_DIFFER);
              assertThat(invalid.message())
                  .isEqualTo(
                      "the load generator's clock is at least 57.5 s ahead of the operator's, so the"
                          + " evidence may be of another time than the load: synchronize the clocks"
                          + " of their nodes");
            });
    assertThat(check(new ClockBounds(-2000L, 500L), new ClockBounds(-60_050L, -60_000L)))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith("Prometheus' clock is at least 60.0 s behind the operator's"));
  }

  @Test
  void generatorAndPrometheusAreComparedWithEachOtherToo() {
    assertThat(check(new ClockBounds(600L, 3000L), new ClockBounds(-900L, -800L)))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith(
                        "the load generator's clock is at least 1.4 s ahead of Prometheus'"));
  }

  @Test
  void theBoundsOfSeveralStepsAreNarrowerTogether() {
    List<StepResult> steps =
        List.of(
            step(new ClockBounds(-500L, 4000L), EXACT), step(new ClockBounds(1500L, 6000L), EXACT));

    assertThat(Clocks.check(steps)).hasSize(1);
    assertThat(Clocks.check(steps.subList(0, 1))).isEmpty();
  }

  /** Their bounds meet nowhere, but each of them may agree with the operator's clock. */
  @Test
  void severalGeneratorsAreSeveralClocks() {
    ClockBounds slower = new ClockBounds(-3000L, -200L);
    ClockBounds faster = new ClockBounds(1000L, 4000L);

    assertThat(Clocks.check(List.of(step(Map.of("0", slower, "1", faster), EXACT)))).isEmpty();
    assertThat(
            Clocks.check(
                List.of(
                    step(Map.of("0", slower, "1", faster), EXACT),
                    step(Map.of("0", slower, "1", new ClockBounds(2500L, 6000L)), EXACT))))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith(
                        "load generator 1's clock is at least 2.5 s ahead of the operator's"));
  }

  @Test
  void boundsThatAreAbsentAreUnknown() {
    ClockBounds unknown = new ClockBounds(null, null);

    assertThat(unknown.and(EXACT)).isEqualTo(EXACT);
    assertThat(EXACT.and(unknown)).isEqualTo(EXACT);
    assertThat(EXACT.from(unknown)).isEqualTo(unknown);
    assertThat(check(unknown, EXACT)).isEmpty();
  }

  @Test
  void theNodeWhoseSamplesAreFromTheFutureIsNamed() {
    Map<String, ClockBounds> ahead = Map.of("worker-2", new ClockBounds(60_000L, null));

    assertThat(Clocks.check(List.of(nodes(ahead), nodes(null))))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith("node worker-2's clock is at least 60.0 s ahead of Prometheus'"));
  }

  @Test
  void samplesThatAreTooOldInEachStepAreOfAClockThatIsBehind() {
    Map<String, ClockBounds> behind = Map.of("worker-2", new ClockBounds(null, -15_000L));

    assertThat(Clocks.check(List.of(nodes(behind), nodes(null)))).as("late for once").isEmpty();
    assertThat(Clocks.check(List.of(nodes(behind), nodes(behind))))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith("node worker-2's clock is at least 15.0 s behind Prometheus'"));
  }

  @Test
  void prometheusReportsItsTime(@TempDir Path folder) throws Exception {
    RealPrometheus.assumeInstalled();
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, "scrape_configs: []\n")) {
      ClockBounds same = clocks(prometheus.url(), Clock.systemUTC()).orElseThrow().prometheus();
      assertThat(same.minMillis()).as("%s", same).isLessThanOrEqualTo(1);
      assertThat(same.maxMillis()).isGreaterThanOrEqualTo(-1);

      Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(60));
      assertThat(clocks(prometheus.url(), ahead).orElseThrow().prometheus().leastMillis())
          .as("the operator's is a minute ahead")
          .isBetween(-60_001L, -55_000L);
    }
  }

  @Test
  void theKubeletsSamplesHaveTheTimeOfTheirNodes(@TempDir Path folder) throws Exception {
    RealPrometheus.assumeInstalled();
    HttpServer kubelets =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    kubelets.createContext(
        "/metrics",
        exchange -> {
          long now = System.currentTimeMillis();
          String text =
              samples("right", now)
                  + samples("ahead", now + 60_000)
                  + samples("behind", now - 120_000);
          exchange.sendResponseHeaders(200, text.length());
          exchange.getResponseBody().write(text.getBytes(StandardCharsets.US_ASCII));
          exchange.close();
        });
    kubelets.start();
    String configuration =
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s}
        scrape_configs: [{job_name: kubelets, static_configs: [{targets: ["127.0.0.1:%d"]}]}]
        """
            .formatted(kubelets.getAddress().getPort());
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, configuration)) {
      Map<String, ClockBounds> nodes = null;
      for (int second = 0; second < 60 && (nodes == null || nodes.size() < 2); second++) {
        Thread.sleep(1000);
        nodes = clocks(prometheus.url(), Clock.systemUTC()).orElseThrow().nodes();
      }
      assertThat(nodes).containsOnlyKeys("ahead", "behind");
      assertThat(nodes.get("ahead").leastMillis()).isBetween(50_000L, 60_100L);
      assertThat(nodes.get("behind").leastMillis()).isBetween(-85_000L, -74_900L);
    } finally {
      kubelets.stop(0);
    }
  }

  /** Of the machine, and of a container of a server there. */
  private static String samples(String node, long time) {
    String metric = "container_cpu_usage_seconds_total{%s,node=\"%s\"} 1 %d\n";
    return metric.formatted("id=\"/\"", node, time)
        + metric.formatted(
            "namespace=\"default\",pod=\"small-base-2-app-0\",container=\"%s\",id=\"/c\""
                .formatted(Tier.APPLICATION.container()),
            node,
            time - 2000);
  }

  @Test
  void aPrometheusThatCannotBeQueriedHasNoTime() {
    assertThat(clocks("http://127.0.0.1:9", Clock.systemUTC())).isEmpty();
  }

  private static Optional<StepClocks> clocks(String url, Clock operator) {
    return new EvidenceCollector(new PrometheusClient(url, Duration.ofSeconds(10)))
        .clocks(
            new Subject(
                "default",
                "small",
                "small-base-2",
                Map.of("main", new Subject.Cluster("small-db", 1)),
                Map.of(),
                GivenPods.of("small", Experiments.small("default"), 2),
                GivenPods.servers("small-base-2", 2),
                new Contract(true, true, true, false)),
            new EvidenceResult.Complete(null),
            operator);
  }

  private static StepResult nodes(Map<String, ClockBounds> nodes) {
    return StepResultBuilder.builder(ValidRuns.step(1))
        .clocks(new StepClocks(null, EXACT, nodes))
        .build();
  }

  private static List<Invalid> check(ClockBounds generator, ClockBounds prometheus) {
    return Clocks.check(List.of(step(generator, prometheus)));
  }

  private static StepResult step(ClockBounds generator, ClockBounds prometheus) {
    return step(Map.of("0", generator), prometheus);
  }

  private static StepResult step(Map<String, ClockBounds> generators, ClockBounds prometheus) {
    return StepResultBuilder.builder(ValidRuns.step(1))
        .clocks(new StepClocks(generators, prometheus, null))
        .build();
  }
}
