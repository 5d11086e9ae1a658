package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.GeneratorRecordsTest.merged;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRecordStepBuilder;
import dev.scalelab.operator.support.Objectives;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a step says of its load generators: lateness, CPU and connections. */
class WorstGeneratorTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(2000);
  private static final Instant BEGIN = Instant.parse("2026-11-21T05:00:00Z");

  @Test
  void theGeneratorThatIsWorstOffCounts() {
    LoadRecord.Step early = own(400, 400, 0.4, 2.0, 19.0, 2.0, 30, 100, 40, 0);
    LoadRecord.Step late = own(400, 396, 1.5, 60.0, 12.0, 1.0, 900, 1800, 20, 250);

    GeneratorResult worst = StepMeasurement.of(merged(early, late), OBJECTIVES).generator();

    assertThat(worst)
        .as("0.6 of one core is more than 0.95 of two; 900 in 20 s are 1800 ports at most")
        .isEqualTo(new GeneratorResult(1.5, 60.0, 0.6, 1.0, 2, 4L, 900L, 20L, 1800L, 250.0));
  }

  @Test
  void connectionsOfAnHourDoNotKeepTheirPortsForAnHour() {
    LoadRecord.Step own = own(400, 400, 0.4, 2.0, 1.0, 1.0, 200, 90_000, 40, 0);

    assertThat(StepMeasurement.of(own, OBJECTIVES).generator().portsTaken())
        .as("ten a second for a minute, and those that are open")
        .isEqualTo(640);
  }

  /** One generator's part of a step that completed nothing. */
  private static LoadRecord.Step own(
      long scheduled,
      long sent,
      double p50Millis,
      double p99Millis,
      double cpuSeconds,
      double cpuLimit,
      long opened,
      long openedSoFar,
      long maxOpen,
      long begunMillis) {
    Instant from = BEGIN.plusMillis(begunMillis);
    return LoadRecordStepBuilder.builder()
        .run("small-base-2-r1")
        .step(1)
        .targetPerSecond(40.0)
        .startedAt(from)
        .measuredFrom(from)
        .measuredTo(from.plusSeconds(20))
        .measuredSeconds(20)
        .scheduled(scheduled)
        .sent(sent)
        .transactions(Map.of())
        .lateness(new LoadRecord.Lateness(p50Millis, p99Millis, p99Millis))
        .cpuSeconds(cpuSeconds)
        .cpuLimitCores(cpuLimit)
        .connections(new LoadRecord.Connections(opened, maxOpen, openedSoFar))
        .build();
  }
}
