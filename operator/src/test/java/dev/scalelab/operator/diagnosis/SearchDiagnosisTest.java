package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.DATABASE;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static dev.scalelab.operator.diagnosis.GivenSystem.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Diagnoses of searches, whose loads are near the capacity. */
class SearchDiagnosisTest {

  /** As a search of one server with 0.2 cores measured it: 18 a second is its capacity. */
  @Test
  void aCpuThatIsUsedUpLimitsAlthoughNoLoadWasLittle() {
    Bottleneck found = diagnosed(0.98);

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.LIMITED);
    assertThat(found.resource()).isEqualTo("Application/Cpu");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .startsWith(
            "base-1 is limited by application CPU (medium confidence, since it explains less than half of the"
                + " growth of the response time, and there is no step with little load, and the parts of"
                + " the response time do not add up): 0.98 of 1.00 cores at 60.0 tx/s");
  }

  @Test
  void aCpuThatIsAlmostUsedUpIsNotSure() {
    assertThat(diagnosed(0.93).verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  /** A database that has used up its CPU may not even answer the queries for its figures. */
  @Test
  void theyAreOneDoubtWithFiguresThatAreMissing() {
    Bottleneck found = diagnosed(0.98, List.of("lockWaiters", "databaseIo", "databaseCommits"));

    assertThat(found.confidence()).as(found.message()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .contains("and figures are missing (lockWaiters, databaseIo, databaseCommits)): 0.98 of");
    assertThat(diagnosed(0.93, List.of("lockWaiters")).verdict())
        .isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  private static Bottleneck diagnosed(double cores) {
    return diagnosed(cores, List.of());
  }

  private static Bottleneck diagnosed(double cores, List<String> missing) {
    List<StepFigures> near =
        GivenSystem.steps(
            60, high -> high.cpu(APPLICATION, cores, 1).step.meanMillis(500.0).missing(missing));
    StepFigures busy = GivenSystem.steps(50, high -> high.cpu(APPLICATION, 0.8, 1)).get(1);
    return GivenSystem.diagnosis("base-1", List.of(List.of(busy, near.get(1))), true);
  }

  /** Only the first round begins with a probe; the others begin at its capacity. */
  @Test
  void laterRoundsAreComparedWithTheProbeOfTheFirst() {
    List<StepFigures> first =
        GivenSystem.steps(
            60,
            high ->
                high.cpu(DATABASE, 0.98, 1)
                    .slots(POOL, 20, 20, 1)
                    .slots(THREADS, 23, 32, 0)
                    .servlets(23)
                    .step
                    .meanMillis(400.0));
    StepFigures busy =
        GivenSystem.steps(50, high -> high.cpu(DATABASE, 0.8, 1).slots(POOL, 15, 20, 0)).get(1);
    List<StepFigures> later = List.of(busy, first.get(1));

    assertThat(GivenSystem.diagnosis("base-4", List.of(first, later, later), true))
        .isEqualTo(GivenSystem.diagnosis("base-4", List.of(first, first, first), true))
        .extracting(Bottleneck::confidence)
        .isEqualTo(Confidence.HIGH);
    assertThat(GivenSystem.diagnosis("base-4", List.of(later, later, later), true).verdict())
        .as("without a probe the pool may be the limit, too")
        .isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }
}
