package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.CapacityAnswer;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.PercentileRatio;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SystemModelBuilder;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Questions may be asked after the end: the model that answers them is in the status. */
class QuestionsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void oneThatHasEndedAnswersWhatIsAskedLater() {
    Operator operator = new Operator(api.client(), played.endpoints().prometheus());
    ended();
    operator.pass(stored());
    assertThat(stored().getStatus().answers()).isNull();

    ask("{questions: [{rate: 150, p95Millis: 500}]}");
    operator.pass(stored());

    CapacityAnswer answer = stored().getStatus().answers().get(0);
    assertThat(answer.replicas()).isEqualTo(2);
    assertThat(answer.message())
        .contains(": 2 servers (2 to 2); then application CPU limits at 200/s");
    assertThat(stored().getStatus().observedGeneration())
        .isEqualTo(stored().getMetadata().getGeneration());

    ask("{questions: null}");
    operator.pass(stored());
    assertThat(stored().getStatus().answers()).isNull();
  }

  @Test
  void aQuestionHasOneLoad() {
    ScalabilityExperiment experiment = Experiments.small(api.namespace());
    experiment.getMetadata().setName("asking");
    experiment.getMetadata().setUid(null);
    Experiments.with(experiment, "{questions: [{users: 5, p95Millis: 500}]}");

    assertThatThrownBy(() -> api.client().resource(experiment).create())
        .hasMessageContaining("give users with thinkMillis");
  }

  private static void ended() {
    ScalabilityExperiment experiment = Experiments.small(api.namespace());
    experiment.getMetadata().setName("over");
    experiment.getMetadata().setUid(null);
    ScalabilityExperiment created = api.client().resource(experiment).create();
    created.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .observedGeneration(created.getMetadata().getGeneration())
            .phase(Phase.SUCCEEDED)
            .startTime("2026-01-01T12:00:00Z")
            .completionTime("2026-01-01T12:05:00Z")
            .configurations(List.of())
            .conditions(List.of())
            .models(
                List.of(
                    SystemModelBuilder.builder()
                        .system("base")
                        .replicas(2)
                        .demands(
                            List.of(
                                new ServiceDemand(
                                    "application", null, new Estimate(10.0, 9.5, 10.5), 1.0)))
                        .delayMillis(5.0)
                        .percentiles(List.of(new PercentileRatio(0.9, 2.0)))
                        .throughputErrorPercent(1.0)
                        .responseErrorPercent(5.0)
                        .build()))
            .build());
    api.client().resource(created).updateStatus();
  }

  private static void ask(String change) {
    ScalabilityExperiment experiment = stored();
    experiment.setSpec(Experiments.with(experiment.getSpec(), change));
    api.client().resource(experiment).update();
  }

  private static ScalabilityExperiment stored() {
    return api.experiment("over");
  }
}
