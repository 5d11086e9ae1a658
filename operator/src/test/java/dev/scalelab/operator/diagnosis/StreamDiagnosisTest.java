package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.database;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenRuns.signals;
import static dev.scalelab.operator.diagnosis.GivenRuns.step;
import static dev.scalelab.operator.diagnosis.GivenRuns.threads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StreamResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Orders that arrive beside visits use connections, locks and threads as well. */
class StreamDiagnosisTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));
  private static final double ORDERS_PER_SECOND = 5;

  /** An order holds a connection for 100 ms and later, waiting for a row, for 700; a visit none. */
  @Test
  void connectionsThatOrdersHoldLongerAreASymptom() {
    StepResult low = streamed(orders(5, 0.5, 0, 0));
    StepResult high = streamed(orders(30, 3.5, 3, 20));

    Bottleneck found = diagnosed(runs(low, high));

    assertThat(found.message())
        .startsWith(
            "Not determined for base-2: waits for row locks in the database fits, but its times are"
                + " also those of the stream's orders");
  }

  /** Of ten requests for each visit, an order is one more. */
  @Test
  void threadsThatVisitsHoldNoLongerAreTheLimit() {
    Bottleneck found = diagnosed(runs(streamed(threads(5, 0)), streamed(threads(17, 8))));

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/WebThreads");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  @Test
  void anOrderIsPartOfTheTimesByItsRequest() {
    StepFigures figures =
        MeasuredFigures.of(streamed(threads(10, 0)), SlotLimits.of(TWO), TWO.spec().objectives());

    assertThat(figures.servletMillisEach()).isCloseTo(2350 / 10.5, within(0.1));
    assertThat(figures.each(Resource.DATABASE_WAL, 600)).isEqualTo(40);
  }

  private static Bottleneck diagnosed(List<RunResult> runs) {
    return new TrialDiagnosis(TWO, runs).bottleneck(true);
  }

  /** Visits that wait for a connection; {@code lockWaiters} of those in use wait for a row. */
  private static StepResult orders(
      double visits, double inUse, double lockWaiters, double waiting) {
    Map<String, Double> signals = signals(inUse, 1000 * inUse, 1000 * waiting, lockWaiters);
    double servlets = 0.05 * visits + waiting;
    return step(
        visits, 1000 * servlets / visits, servlets, List.of(database("main", 0.1, signals)));
  }

  private static StepResult streamed(StepResult step) {
    long completed = step.counts().completed();
    return step.with(
        all ->
            all
                .counts(new StepCounts(null, null, null, completed, 0L, 10 * completed, null, null))
                .stream(
                    new StreamResult(
                        "order",
                        ORDERS_PER_SECOND,
                        ORDERS_PER_SECOND,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        true,
                        null,
                        null)));
  }
}
