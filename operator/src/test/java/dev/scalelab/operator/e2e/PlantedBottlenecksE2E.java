package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.platform.Tier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The diagnosis names what is too small in systems with one resource that is. */
class PlantedBottlenecksE2E extends PlantedExperiment {
  private static final PlantedTable TABLE = new PlantedTable();

  /** What one case of fifteen may be, but never with high confidence. */
  @AfterAll
  static void nearlyAllAreNamed() {
    System.out.println(TABLE);
    assertThat(TABLE.wrongWithHigh()).isEmpty();
    if (TABLE.isComplete()) {
      assertThat(TABLE.named()).isGreaterThanOrEqualTo(14);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"GENERATOR", "NOTHING", "TWO_LIMITS", "TWICE"})
  void whatIsTooSmallIsNamed(Planted planted) {
    ScalabilityTrialStatus trial = diagnosed(planted);

    QueueingModel model = trial.result().model();
    assertThat(model.reason()).as("the servers' CPU").isNotEqualTo(ModelReason.FIGURES_MISSING);
    if (planted == Planted.SLOW_COMMITS) {
      // Both of its loads leave every CPU mostly idle, so that its model is fitted.
      assertThat(model.demands())
          .as("CPU demands; %s", model.reason())
          .anySatisfy(
              demand -> {
                assertThat(demand.tier()).isEqualTo(Tier.APPLICATION.label());
                assertThat(demand.millis().value()).isPositive();
              });
    }
    if (planted == Planted.APPLICATION_CPU || planted == Planted.JDBC_POOL) {
      Evidence high = trial.validRuns().get(0).steps().get(1).evidence();
      assertThat(high.databases().get(0).signals())
          .as("what CloudNativePG's exporter reports by ScaleLab's queries")
          .containsKeys("databaseActiveSeconds", "databaseCommits", "databaseIo");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NOTHING", "TWO_LIMITS"})
  void controlsAreNotMistaken(Planted control) {
    diagnosed(control);
  }

  @Test
  void theSameSystemTwiceIsTheSame() {
    ScalabilityExperiment experiment = run(Planted.TWICE, false, 20);
    Bottleneck first = bottleneck("base-1", experiment);
    Bottleneck second = bottleneck("base-again-1", experiment);
    TABLE.add(Planted.TWICE, first);

    assertThat(second.shown()).as(second.message()).isEqualTo(first.shown());
    assertThat(experiment.getStatus().aa().broken())
        .as(experiment.getStatus().aa().message())
        .isFalse();
  }

  @Test
  void aWeakLoadGeneratorInvalidatesItsRun() {
    TABLE.begin(Planted.GENERATOR);
    ScalabilityExperiment experiment = run(Planted.GENERATOR, false, 6);
    RunResult run = trial("base-1", experiment).runs().get(0);
    TABLE.add(Planted.GENERATOR, run.reason() == null ? "valid" : run.reason().text());

    assertThat(Planted.GENERATOR.isRight(TABLE.named(Planted.GENERATOR)))
        .as(run.message())
        .isTrue();
  }

  private Bottleneck bottleneck(String configuration, ScalabilityExperiment experiment) {
    ScalabilityTrialStatus trial = trial(configuration, experiment);
    assertThat(trial.result()).as(trial.message()).isNotNull();
    return trial.result().bottleneck();
  }

  private ScalabilityTrialStatus diagnosed(Planted planted) {
    TABLE.begin(planted);
    ScalabilityTrialStatus trial = measured(planted, false, 12);
    Bottleneck found = trial.result().bottleneck();
    TABLE.add(planted, found);
    assertThat(planted.isRight(found.shown())).as(found.message()).isTrue();
    return trial;
  }
}
