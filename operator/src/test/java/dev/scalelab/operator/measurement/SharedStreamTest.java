package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.GeneratorRecordsTest.merge;
import static dev.scalelab.operator.measurement.GeneratorRecordsTest.merged;
import static dev.scalelab.operator.measurement.GeneratorRecordsTest.step;
import static dev.scalelab.operator.measurement.GeneratorRecordsTest.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.support.Objectives;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The constant stream that several load generators share. */
class SharedStreamTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(2000);
  private static final Instant BEGIN = Instant.parse("2026-11-21T05:00:00Z");

  /** Of 201 scheduled orders, the first generator sends one more than the other. */
  @Test
  void theStreamThatTheyShareIsOne() {
    LoadRecord.Step visits = step(1, 10, 0);
    LoadRecord.Step first = visits.withStream(stream(5, 101, times(8_000, 95), 6, 60.0));
    LoadRecord.Step second =
        visits.withStream(stream(5, 100, times(8_000, 94, 900_000, 5), 1, 90.0));

    LoadRecord.Step merged = merged(first, second);
    StepResult result = StepMeasurement.of(merged, OBJECTIVES);

    assertThat(Histograms.decode(merged.stream().histogram()))
        .isEqualTo(times(8_000, 189, 900_000, 5));
    assertThat(merged.stream())
        .isEqualTo(
            new LoadRecord.Stream(
                "order",
                5,
                201,
                194,
                7,
                merged.stream().histogram(),
                merged.stream().sentHistogram(),
                List.of(new LoadRecord.Failure("HTTP 503", 7)),
                null));
    assertThat(result.stream().acceptedPerSecond()).as("in 20 s").isEqualTo(9.7);
    assertThat(result.stream().p95Millis()).as("of all 194").isBetween(7.9, 8.1);
    assertThat(result.stream().sentP95Millis()).as("of all 194").isBetween(1.9, 2.0);
    assertThat(result.counts().completed()).as("none of it is the users'").isEqualTo(20);
    assertThat(result.generator().latenessP99Millis()).as("the latest").isEqualTo(90);
  }

  @Test
  void recordsWithAnotherStreamAreNotAdded() {
    LoadRecord.Step visits = step(1, 10, 0);
    LoadRecord.Step five = visits.withStream(stream(5, 1, times(8_000, 1), 0, 1));
    LoadRecord.Step six = visits.withStream(stream(6, 1, times(8_000, 1), 0, 1));

    assertThat(merge(List.of(five), List.of(five))).hasSize(1);
    assertThat(merge(List.of(five), List.of(six))).isEmpty();
    assertThat(merge(List.of(five), List.of(visits))).isEmpty();
    assertThat(merge(List.of(visits), List.of(five))).isEmpty();
  }

  @Test
  void totalsOfTheStreamAreAdded() {
    List<LoadRecord> merged =
        merge(
            List.of(end(new LoadRecord.StreamTotals("order", 40, 2, 1, 41, 1))),
            List.of(end(new LoadRecord.StreamTotals("order", 39, 3, 2, 40, 2))));

    assertThat(merged).hasSize(1);
    assertThat(((LoadRecord.Run) merged.get(0)).stream())
        .isEqualTo(new LoadRecord.StreamTotals("order", 79, 5, 3, 81, 3));
  }

  private static LoadRecord.Stream stream(
      double rate, long scheduled, Histogram times, long failed, double latenessMillis) {
    return new LoadRecord.Stream(
        "order",
        rate,
        scheduled,
        times.getTotalCount(),
        failed,
        Histograms.encode(times),
        Histograms.encode(times(2_000, times.getTotalCount())),
        failed == 0 ? List.of() : List.of(new LoadRecord.Failure("HTTP 503", failed)),
        new LoadRecord.Lateness(1, latenessMillis, latenessMillis));
  }

  private static LoadRecord end(LoadRecord.StreamTotals stream) {
    return new LoadRecord.Run(
        "small-base-2-r1", BEGIN, BEGIN.plusSeconds(20), Map.of(), 0, 0, stream, null, null, null);
  }
}
