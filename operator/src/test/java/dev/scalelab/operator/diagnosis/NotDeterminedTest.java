package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.BALANCER;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static dev.scalelab.operator.diagnosis.GivenSystem.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Why nothing is named where no resource fits. */
class NotDeterminedTest {

  @Test
  void fullSlotsThatAreHeldLongerAreNamedBesideTheNearestResource() {
    Bottleneck found =
        diagnosed(high -> high.cpu(APPLICATION, 0.88, 1).slots(POOL, 20, 20, 1).servlets(21));

    assertThat(found.message())
        .isEqualTo(
            "Not determined for base-4: full, but held longer: JDBC pool; nearest: application CPU at"
                + " 0.88 of its limit.");
    assertThat(found.candidates())
        .extracting(BottleneckCandidate::resource)
        .containsExactly("Application/JdbcPool", "Application/Cpu");
  }

  /** The threads are not known with little load. */
  @Test
  void slotsWhoseTimeIsUnknownMayBeTheLimit() {
    List<StepFigures> steps = GivenSystem.steps(60, high -> high.slots(THREADS, 2.15, 2.16, 20));
    StepFigures low = new GivenSystem(20).without(THREADS).figures();

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(List.of(low, steps.get(1))), true);

    assertThat(found.message())
        .isEqualTo(
            "Not determined for base-4: figures are missing (web threads); full, but held for an"
                + " unknown time: web threads; nearest: application CPU at 0.51 of its limit.");
  }

  @Test
  void aResourceWhoseFiguresAreMissingMayBeTheLimit() {
    assertThat(diagnosed(high -> high.without(BALANCER)).message())
        .isEqualTo(
            "Not determined for base-4: figures are missing (balancer CPU); nearest: application CPU"
                + " at 0.51 of its limit.");
  }

  @Test
  void loadsThatCannotBeComparedSayNothingAboutResources() {
    StepFigures low = new GivenSystem(20).figures();
    StepFigures none = low.withPerSecond(0);

    assertThat(GivenSystem.diagnosis("base-4", List.of(List.of(low, none)), true).message())
        .isEqualTo("Not determined for base-4: only one undisturbed load completed transactions.");
    assertThat(GivenSystem.diagnosis("base-4", List.of(List.of(none, none)), true).message())
        .isEqualTo("Not determined for base-4: no undisturbed load completed transactions.");
    assertThat(GivenSystem.diagnosis("base-4", List.of(List.of(low, low.withPerSecond(7))), true))
        .extracting(Bottleneck::message)
        .isEqualTo(
            "Not determined for base-4: all higher loads completed far fewer transactions than the"
                + " first.");
  }

  private static Bottleneck diagnosed(Consumer<GivenSystem> change) {
    return GivenSystem.diagnosis("base-4", List.of(GivenSystem.steps(60, change)), true);
  }
}
