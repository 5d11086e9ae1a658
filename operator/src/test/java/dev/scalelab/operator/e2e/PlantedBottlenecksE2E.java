package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The diagnosis names what is too small in systems with one resource that is. */
class PlantedBottlenecksE2E extends FaultyExperiment {
  @ParameterizedTest
  @EnumSource(
      value = Planted.class,
      names = {"APPLICATION_CPU", "DATABASE_CPU", "JDBC_POOL"})
  void whatIsTooSmallIsNamed(Planted planted) {
    ScalabilityTrialStatus trial = measured(planted);
    Bottleneck found = trial.result().bottleneck();

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.LIMITED);
    assertThat(found.resource()).as(found.message()).isEqualTo(planted.resource());
    if (planted != Planted.DATABASE_CPU) { // whose exporter has too little CPU to answer in time
      Evidence high = trial.validRuns().get(0).steps().get(1).evidence();
      assertThat(high.databases().get(0).signals())
          .as("what CloudNativePG's exporter reports by ScaleLab's queries")
          .containsKeys("databaseActiveSeconds", "databaseCommits", "databaseIo");
    }
    assertThat(trial.result().model()).as("the queueing model").isNotNull();
  }

  @Test
  void withLittleLoadNothingIsNamed() {
    assertThat(measured(Planted.NOTHING).result().bottleneck().verdict())
        .isEqualTo(BottleneckVerdict.NOT_SATURATED);
  }

  @Test
  void aWeakLoadGeneratorInvalidatesItsRun() {
    name = Planted.GENERATOR.title();
    cluster.apply(Planted.GENERATOR.manifest(false));
    cluster.awaitFinished(name, 6);
    RunResult run = cluster.trial(name + "-base-1").get().getStatus().runs().get(0);

    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.LOAD_GENERATOR_SATURATED);
  }

  private ScalabilityTrialStatus measured(Planted planted) {
    name = planted.title();
    cluster.apply(planted.manifest(false));
    cluster.awaitFinished(name, 8);
    ScalabilityTrialStatus trial = cluster.trial(name + "-base-1").get().getStatus();
    assertThat(trial.result()).as(trial.message()).isNotNull();
    return trial;
  }
}
