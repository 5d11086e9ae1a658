package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.TrialJobs.environment;
import static dev.scalelab.operator.loadrun.TrialJobs.run;
import static dev.scalelab.operator.loadrun.TrialJobs.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The load of the whole of ecperf: order clients and production lines. */
class EcperfJobsTest {
  private static final String USUAL_MIX =
      "changeOrder=12.5,customerStatus=6.25,newOrder=31.25,orderStatus=12.5,workOrder=37.5";

  @Test
  void runAndWarmUpHaveTheUsualMixAndLargeOrders() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    for (Job job : List.of(run(ecperf), warmUp(ecperf))) {
      assertThat(environment(job))
          .containsEntry("WORKLOAD", "ecperf")
          .containsEntry("MIX", USUAL_MIX)
          .containsEntry("LARGE_ORDER_PERCENT", "20");
    }
  }

  @Test
  void aMixOfOnesOwnTakesThePlaceOfTheUsualOne() {
    String mix =
        "workload: {mix: {changeOrder: 0, customerStatus: 0, workOrder: 200, newOrder: 199, orderStatus: 1}}";
    assertThat(environment(run(Experiments.with(Experiments.ecperf("default"), mix))))
        .containsEntry(
            "MIX", "changeOrder=0,customerStatus=0,newOrder=49.75,orderStatus=0.25,workOrder=50");
  }

  @Test
  void cancellationsAreInAMixOfOnesOwnAndKeptOnlyAmongOrderClients() {
    ScalabilityExperiment cancelling =
        Experiments.with(
            Experiments.closed(Experiments.ecperf("default"), 8),
            "workload: {mix: {newOrder: 2, cancelOrder: 2, workOrder: 3, cancelWorkOrder: 1}}");

    assertThat(environment(run(cancelling)))
        .containsEntry("MIX", "cancelOrder=25,cancelWorkOrder=12.5,newOrder=25,workOrder=37.5");
    Workload workload = Workload.of(cancelling.getSpec());
    assertThat(workload.mixToKeep(cancelling.getSpec().load()))
        .isEqualTo(Map.of("newOrder", 25.0, "cancelOrder", 25.0));
    assertThat(workload.meanStationsMillis()).isEqualTo(0.375 * 999 + 0.125 * 333);
    assertThat(workload.maxRequests()).isEqualTo(6);
  }

  @Test
  void orderEntryAloneGetsNoSettingsOfTheRest() {
    assertThat(environment(run(Experiments.closed(Experiments.small("default"), 8))))
        .doesNotContainKeys("MIX", "LARGE_ORDER_PERCENT", "PACING_MILLIS");
  }

  @Test
  void onlyClientsWhoStayHaveAPaceAndOnlyInARun() {
    ScalabilityExperiment open = Experiments.ecperf("default");
    assertThat(environment(run(open))).doesNotContainKey("PACING_MILLIS");
    assertThat(environment(warmUp(open))).doesNotContainKey("PACING_MILLIS");

    ScalabilityExperiment closed = Experiments.closed(Experiments.ecperf("default"), 8, 16, 8);
    assertThat(environment(run(closed)))
        .containsEntry("USERS", "8,16,8")
        .containsEntry("PACING_MILLIS", "3000")
        .containsEntry("THINK_MILLIS", "0-0");
    assertThat(environment(warmUp(closed))).doesNotContainKey("PACING_MILLIS");
  }

  @Test
  void workOrdersAtTheirStationsAreOpenToo() {
    assertThat(environment(run(Experiments.ecperf("default"))))
        .as("120/s within an objective of 5 s, 37.5 % of them another second at stations")
        .containsEntry("MAX_IN_FLIGHT", "644");
    assertThat(environment(warmUp(Experiments.ecperf("default"))))
        .as("3 for each of two cores, and those of 50/s that are at stations")
        .containsEntry("MAX_IN_FLIGHT", "44");

    ScalabilityExperiment looks =
        Experiments.with(Experiments.ecperf("default"), "workload: {mix: {orderStatus: 1}}");
    assertThat(environment(run(looks))).containsEntry("MAX_IN_FLIGHT", "600");
    assertThat(environment(warmUp(looks))).containsEntry("MAX_IN_FLIGHT", "6");
  }

  @Test
  void theLastWorkOrderIsWaitedForWithItsStationsAndWhatsoeverPaceClientsHave() {
    ScalabilityExperiment closed = Experiments.closed(Experiments.ecperf("default"), 8, 16, 8);
    assertThat(run(closed).getSpec().getActiveDeadlineSeconds())
        .as("three steps, six answers within their timeout, three stations, and so on")
        .isEqualTo(3 * 25 + 61 + 300 + 60);
    assertThat(warmUp(closed).getSpec().getActiveDeadlineSeconds()).isEqualTo(30 + 61 + 300 + 60);
  }
}
