package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.TrialJobs.environment;
import static dev.scalelab.operator.loadrun.TrialJobs.run;
import static dev.scalelab.operator.loadrun.TrialJobs.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import org.junit.jupiter.api.Test;

/** The Jobs of several load generators that share the load. */
class SharedJobsTest {
  @Test
  void theWholeOfARunThatTwoGeneratorsShare() {
    Golden.assertSame("run-shared.yaml", run(shared(2)));
  }

  @Test
  void generatorsFindTheFirstOfThemByTheirService() {
    ScalabilityExperiment shared = shared(3);
    PodTemplateSpec pods = run(shared).getSpec().getTemplate();
    Service service = TrialJobs.LOADS.service(shared, Experiments.two(shared));

    assertThat(service.getMetadata().getName()).isEqualTo(pods.getSpec().getSubdomain());
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
    assertThat(pods.getMetadata().getLabels())
        .containsAllEntriesOf(service.getSpec().getSelector());
    assertThat(environment(run(shared)))
        .as("the name of a pod of a Job is the Job's and its number")
        .containsEntry(
            "TOGETHER_URL",
            "http://small-base-2-r1-load-0." + service.getMetadata().getName() + ":9103")
        .containsEntry("GENERATORS", "3")
        .as("those of all together")
        .containsEntry("RATES", "20,40,80,120")
        .containsEntry("MAX_IN_FLIGHT", "240")
        .as("less than the operator's patience of 300 s")
        .containsEntry("TOGETHER_SECONDS", "270");
  }

  @Test
  void serversWarmUpWithNoMoreGeneratorsThanTransactionsThatMayBeOpen() {
    ScalabilityExperiment shared = shared(8);
    assertThat(warmUp(shared).getSpec().getCompletions()).isEqualTo(6);
    assertThat(environment(warmUp(shared)))
        .containsEntry("MAX_IN_FLIGHT", "6")
        .containsEntry("GENERATORS", "6")
        .containsEntry("TOGETHER_URL", "http://small-base-2-warmup-0.small-base-2-load:9103");
  }

  private static ScalabilityExperiment shared(int generators) {
    return Experiments.shared(Experiments.small("default"), generators);
  }
}
