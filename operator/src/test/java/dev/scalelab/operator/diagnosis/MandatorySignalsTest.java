package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Signal;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Diagnoses without one of the signals: what it would have shown may be the limit. */
class MandatorySignalsTest {
  private static final Configuration WITH_BEANS =
      Experiments.two(
          Experiments.with(
              Experiments.cells("default"),
              "system: {application: {beanPoolSize: 8, beanThreads: 5}}"));

  @ParameterizedTest
  @EnumSource(Signal.class)
  void onlyAMandatoryOneLowersTheConfidence(Signal signal) {
    Bottleneck found = diagnosed(WITH_BEANS, signal);

    assertThat(found.confidence() != Confidence.HIGH)
        .as(found.message())
        .isEqualTo(signal.mandatory());
  }

  @Test
  void itIsNamed() {
    assertThat(diagnosed(WITH_BEANS, Signal.LOCK_WAITERS).message())
        .contains("medium confidence, since figures are missing (lockWaiters)");
  }

  @Test
  void thoseOfBeansNeedNotExistWithoutALimitOfThem() {
    Configuration two = Experiments.two(Experiments.small("default"));

    assertThat(diagnosed(two, Signal.BEAN_WAITED).confidence()).isEqualTo(Confidence.HIGH);
    assertThat(diagnosed(two, Signal.BEAN_THREADS_BUSY).confidence()).isEqualTo(Confidence.HIGH);
  }

  private static Bottleneck diagnosed(Configuration configuration, Signal absent) {
    return new TrialDiagnosis(
            configuration, runs(without(absent, pool(5, 0)), without(absent, pool(19, 8))))
        .bottleneck(true);
  }

  private static StepResult without(Signal absent, StepResult step) {
    Map<String, Double> signals = new HashMap<>(step.evidence().signals());
    signals.put(Signal.BEAN_BUSY.key(), 500.0);
    signals.put(Signal.BEAN_WAITED.key(), 0.0);
    signals.put(Signal.BEAN_THREADS_BUSY.key(), 0.5);
    signals.put(Signal.BEAN_THREADS_WAITED.key(), 0.0);
    signals.remove(absent.key());
    DatabaseEvidence database = step.evidence().databases().get(0);
    Map<String, Double> ofDatabase = new HashMap<>(database.signals());
    ofDatabase.remove(absent.key());
    return step.withEvidence(
        step.evidence()
            .withSignals(signals)
            .withDatabases(List.of(database.withSignals(ofDatabase))));
  }
}
