package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ClockBounds;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.api.StepResult;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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

  @Test
  void prometheusReportsItsTime(@TempDir Path folder) throws Exception {
    RealPrometheus.assumeInstalled();
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, "scrape_configs: []\n")) {
      EvidenceCollector collector =
          new EvidenceCollector(new PrometheusClient(prometheus.url(), Duration.ofSeconds(10)));

      ClockBounds same = collector.clock(Clock.systemUTC()).orElseThrow();
      assertThat(same.minMillis()).as("%s", same).isLessThanOrEqualTo(1);
      assertThat(same.maxMillis()).isGreaterThanOrEqualTo(-1);

      Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(60));
      assertThat(collector.clock(ahead).orElseThrow().leastMillis())
          .as("the operator's is a minute ahead")
          .isBetween(-60_001L, -55_000L);
    }
  }

  @Test
  void aPrometheusThatCannotBeQueriedHasNoTime() {
    assertThat(
            new EvidenceCollector(new PrometheusClient("http://127.0.0.1:9", Duration.ofSeconds(1)))
                .clock(Clock.systemUTC()))
        .isEmpty();
  }

  private static List<Invalid> check(ClockBounds generator, ClockBounds prometheus) {
    return Clocks.check(List.of(step(generator, prometheus)));
  }

  private static StepResult step(ClockBounds generator, ClockBounds prometheus) {
    return ValidRuns.step(1).toBuilder().clocks(new StepClocks(generator, prometheus)).build();
  }
}
