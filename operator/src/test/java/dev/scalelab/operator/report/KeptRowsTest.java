package dev.scalelab.operator.report;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ComparisonVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ConfigurationResultBuilder;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.FigureIntervals;
import dev.scalelab.operator.api.Interval;
import dev.scalelab.operator.api.PartitionSpec;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResultNote;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ScalabilityResult;
import dev.scalelab.operator.api.ScalingModel;
import dev.scalelab.operator.api.ScalingReason;
import dev.scalelab.operator.api.Spread;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rows of a large experiment that its status has. */
class KeptRowsTest {
  /** Two thirds of what the API server takes. */
  private static final int MAX_BYTES = 1024 * 1024;

  private static final String DATABASE = "customer-orders-2026";
  private static final int SYSTEMS = 400;

  @Test
  void fewRowsAreAllKept() {
    List<ConfigurationResult> rows = rows(KeptRows.MAX / 5);

    assertThat(KeptRows.of(rows, KeptRowsTest::ended)).isEqualTo(new KeptRows(rows, 0));
  }

  @Test
  void ofManyThereAreTheLastOnesAndTheExtremesInTheOrderOfThePlan() {
    List<ConfigurationResult> rows = rows(SYSTEMS);
    KeptRows kept = KeptRows.of(rows, KeptRowsTest::ended);

    assertThat(kept.rows()).hasSize(KeptRows.MAX).isSubsetOf(rows);
    assertThat(kept.omitted()).isEqualTo(5 * SYSTEMS - KeptRows.MAX);
    assertThat(rows.stream().filter(kept.rows()::contains)).isEqualTo(kept.rows());
    assertThat(systems(kept))
        .as("the last two, and the two with the highest capacity")
        .contains(SYSTEMS - 1, SYSTEMS - 2, 200, 201)
        .as("the two with the highest peak, which have no capacity")
        .contains(14, 21)
        .as("the two with the highest speed-up")
        .contains(100, 101)
        .as("the two with the lowest peak")
        .contains(300, 301)
        .as("those that could not be measured, the last first")
        .contains(390, 377);
  }

  @Test
  void aSystemIsKeptWithAllItsNumbersOfServers() {
    KeptRows kept = KeptRows.of(rows(SYSTEMS), KeptRowsTest::ended);

    assertThat(kept.rows()).hasSize(5 * systems(kept).size());
  }

  @Test
  void manySystemsWithOneNumberOfServersEachFillTheRoom() {
    List<ConfigurationResult> rows =
        rows(2000).stream().filter(row -> row.replicas() == 1).toList();

    assertThat(KeptRows.of(rows, KeptRowsTest::ended).rows()).hasSize(KeptRows.MAX);
  }

  @Test
  void theLargestRowsFitIntoAnObject() {
    assertThat(bytes(largest(true))).isLessThan(MAX_BYTES);
    assertThat(bytes(largest(false))).isLessThan(MAX_BYTES);
  }

  /** With as many comparisons and models of the same length. */
  private static int bytes(ConfigurationResult row) {
    double figure = 123456789.12;
    Estimate estimate = new Estimate(figure, figure, figure);
    String factors = row.factors().stream().map(FactorValue::toString).collect(joining(", "));
    ComparisonResult comparison =
        new ComparisonResult(
            row.variant(),
            row.variant(),
            100,
            factors,
            estimate,
            figure,
            ComparisonVerdict.NOT_SHOWN,
            factors + "w".repeat(200));
    ScalabilityResult model =
        new ScalabilityResult(
            row.name(),
            row.variant(),
            ScalingModel.PLATEAU,
            estimate,
            estimate,
            estimate,
            estimate,
            estimate,
            estimate,
            ScalingReason.INSUFFICIENT_POINTS,
            row.name() + "w".repeat(200));
    String status =
        Serialization.asJson(
            ScalabilityExperimentStatusBuilder.builder()
                .configurations(Collections.nCopies(KeptRows.MAX, row))
                .comparisons(Collections.nCopies(100, comparison))
                .scalability(Collections.nCopies(100, model))
                .build());
    return status.getBytes(StandardCharsets.UTF_8).length;
  }

  /** A name has at most 52 characters, and there are at most four factors. */
  private static ConfigurationResult largest(boolean measured) {
    String setting = "databases." + DATABASE + ".parameters.autovacuum_vacuum_insert_scale_factor";
    List<FactorValue> factors =
        IntStream.range(0, 4)
            .mapToObj(i -> new FactorValue(setting, TextNode.valueOf("x".repeat(52))))
            .toList();
    String name = "n".repeat(52);
    String variant = "v".repeat(20);
    if (!measured) {
      return ConfigurationResult.notMeasured(
          name, variant, factors, 100, Reason.TESTBED_NOT_GONE, "w".repeat(2000), name);
    }
    double figure = 123456789.12;
    Spread spread = new Spread(figure, figure, figure);
    Interval interval = new Interval(figure, figure);
    return ConfigurationResultBuilder.builder()
        .name(name)
        .variant(variant)
        .factors(factors)
        .replicas(100)
        .peakPerSecond(spread)
        .capacityPerSecond(spread)
        .bbopsPerMinute(figure)
        .changePercent(figure)
        .speedup(figure)
        .efficiency(figure)
        .saturated(false)
        .step(100)
        .requestsPerSecond(figure)
        .p50Millis(figure)
        .p90Millis(figure)
        .p95Millis(figure)
        .p99Millis(figure)
        .sentP95Millis(figure)
        .errorPercent(figure)
        .hostCpuPercent(figure)
        .runs(10)
        .trial(name)
        .meanMillis(figure)
        .capacityResolutionPercent(figure)
        .rounds(10)
        .intervals(
            new FigureIntervals(
                interval, interval, interval, interval, interval, interval, interval, interval,
                interval))
        .notes(List.of(ResultNote.values()))
        .bottleneck(bottleneck(figure))
        .partitions(
            Collections.nCopies(
                PartitionSpec.MAX,
                new PartitionUse(
                        "p".repeat(15), 100, figure, figure, figure, figure, figure, figure)
                    .brief()))
        .build();
  }

  private static Bottleneck bottleneck(double figure) {
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.NOT_DETERMINED)
        .resource("Application/WebThreads")
        .database(DATABASE)
        .confidence(Confidence.MEDIUM)
        .boundPerSecond(figure)
        .message("m".repeat(400))
        .build()
        .brief();
  }

  private static List<Integer> systems(KeptRows kept) {
    return kept.rows().stream()
        .map(row -> Integer.valueOf(row.variant().substring(1)))
        .distinct()
        .toList();
  }

  /** Systems of five numbers of servers each, most of which are like each other. */
  private static List<ConfigurationResult> rows(int systems) {
    List<ConfigurationResult> rows = new ArrayList<>();
    for (int system = 0; system < systems; system++) {
      for (int servers = 1; servers <= 5; servers++) {
        rows.add(system % 13 == 0 && servers == 5 ? failed(system) : measured(system, servers));
      }
    }
    return rows;
  }

  private static ConfigurationResult failed(int system) {
    return ConfigurationResult.notMeasured(
        system + "-5", "s" + system, null, 5, Reason.SERVERS_NOT_READY, "why", system + "-5");
  }

  private static ConfigurationResult measured(int system, int servers) {
    double capacity =
        switch (system) {
          case 14, 21 -> 0;
          case 200, 201 -> 90;
          default -> 50;
        };
    double peak =
        switch (system) {
          case 14, 21 -> 200;
          case 300, 301 -> 10;
          default -> 100;
        };
    double speedup = system == 100 || system == 101 ? servers : 1 + servers / 10.0;
    return ConfigurationResultBuilder.builder()
        .name(system + "-" + servers)
        .variant("s" + system)
        .replicas(servers)
        .peakPerSecond(spread(peak))
        .capacityPerSecond(capacity == 0 ? null : spread(capacity))
        .speedup(speedup)
        .efficiency(1.0)
        .saturated(true)
        .step(1)
        .runs(1)
        .trial(system + "-" + servers)
        .build();
  }

  private static Spread spread(double value) {
    return new Spread(value, value, value);
  }

  /** Trials end in the order of the plan. */
  private static String ended(ConfigurationResult row) {
    int system = Integer.parseInt(row.variant().substring(1));
    return "2026-01-%02dT%02d:00:00Z".formatted(1 + system / 24, system % 24);
  }
}
