package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.analysis.MeasuredRounds;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.QueueingModelBuilder;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The model of a system, from those of its numbers of servers. */
class SystemModelsTest {
  private static final Plan PLAN = MeasuredRounds.plan("{sweep: {replicas: [1, 2, 4]}}");

  @Test
  void theLargestNumberOfServersGivesTheDemands() {
    SystemModel model = of(model(8, -3.0), model(9, 4.0), model(10, 2.0), 100, 195, 400);

    assertThat(model.system()).isEqualTo("base");
    assertThat(model.replicas()).isEqualTo(4);
    assertThat(model.demands().get(0).millis().value()).isEqualTo(10);
    assertThat(model.throughputErrorPercent()).isEqualTo(4);
    assertThat(model.reason()).isNull();
    assertThat(model.message())
        .isEqualTo(
            "base: each transaction needs 10.0 ms of application CPU; errors of its predictions: throughput +4 %, response time"
                + " +5 %");
  }

  /** Four servers need 10 ms for a transaction: two of them should do 200/s, and do 150. */
  @Test
  void peaksOfFewerServersArePredictedToo() {
    SystemModel model = of(model(8, 0.0), model(9, 0.0), model(10, 0.0), 100, 150, 400);

    assertThat(model.throughputErrorPercent()).isCloseTo(33.3, within(0.1));
    assertThat(model.reason()).isEqualTo(ModelReason.MISFIT);
    assertThat(model.message()).contains("not used for answers, since it predicts throughput");
  }

  /** 100/s of each server's CPU, but 75/s of its connections. */
  @Test
  void connectionsLimitThePeaksOfFewerServersToo() {
    QueueingModel pooled =
        model(10, 0.0).withSlots(List.of(new SlotDemand("JDBC pool", 40.0, 3.0)));
    SystemModel model = of(model(8, 0.0), model(9, 0.0), pooled, 100, 150, 300);

    assertThat(model.throughputErrorPercent()).isZero();
    assertThat(model.reason()).isNull();
    assertThat(model.slots()).isEqualTo(pooled.slots());
  }

  @Test
  void oneMisfitIsEnough() {
    SystemModel model =
        of(
            model(8, 0.0).withReason(ModelReason.MISFIT),
            model(9, 0.0),
            model(10, 0.0),
            100,
            195,
            400);

    assertThat(model.reason()).isEqualTo(ModelReason.MISFIT);
  }

  @Test
  void withoutAComparedResponseTimeNothingIsAnswered() {
    QueueingModel untested =
        model(10, 1.0).withResponseErrorPercent(null).withReason(ModelReason.NOT_TESTED);

    SystemModel none = of(untested, untested, untested, 100, 195, 400);
    assertThat(none.responseErrorPercent()).isNull();
    assertThat(none.reason()).isEqualTo(ModelReason.NOT_TESTED);
    assertThat(none.message())
        .contains("throughput +3 %; not used for answers, since its response times could not be");

    assertThat(of(untested, model(10, 0.0), untested, 100, 195, 400).reason())
        .as("of one number of servers they were compared")
        .isNull();
  }

  @Test
  void withoutDemandsThereIsNone() {
    QueueingModel none = QueueingModelBuilder.builder().reason(ModelReason.TOO_FEW_STEPS).build();

    assertThat(of(none, none, none, 100, 200, 400).message())
        .isEqualTo(
            "base: no queueing model, since fewer than two loads leave every CPU below 70 %: add lower ones");
  }

  private static SystemModel of(
      QueueingModel one, QueueingModel two, QueueingModel four, double... peaks) {
    List<QueueingModel> models = List.of(one, two, four);
    List<Measured> measured = new ArrayList<>();
    for (int i = 0; i < peaks.length; i++) {
      measured.add(
          new Measured(
              PLAN.configurations().get(i),
              MeasuredRounds.result(peaks[i], peaks[i], peaks[i]).withModel(models.get(i))));
    }
    return SystemModels.of(measured).get(0);
  }

  private static QueueingModel model(double millis, double throughputError) {
    return QueueingModelBuilder.builder()
        .demands(
            List.of(new ServiceDemand("application", null, new Estimate(millis, null, null), 1.0)))
        .delayMillis(5.0)
        .percentiles(List.of())
        .throughputErrorPercent(throughputError)
        .responseErrorPercent(5.0)
        .build();
  }
}
