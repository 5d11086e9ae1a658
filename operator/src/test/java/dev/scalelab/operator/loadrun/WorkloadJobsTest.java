package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.TrialJobs.audit;
import static dev.scalelab.operator.loadrun.TrialJobs.environment;
import static dev.scalelab.operator.loadrun.TrialJobs.run;
import static dev.scalelab.operator.loadrun.TrialJobs.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The load of each workload and of a user's own application, and the settings of the audit. */
class WorkloadJobsTest {
  @Test
  void visitorsOfACartThinkInARunAndNotWhileServersWarmUp() {
    ScalabilityExperiment cart = Experiments.cart("default");
    assertThat(environment(run(cart)))
        .containsEntry("WORKLOAD", "cart")
        .containsEntry("PRODUCTS_PER_VISIT", "10")
        .containsEntry("THINK_MILLIS", "0-500")
        .as("120/s within an objective of 2 s and 11 pauses of 250 ms")
        .containsEntry("MAX_IN_FLIGHT", "570")
        .doesNotContainKey("SCALE");
    assertThat(environment(warmUp(cart)))
        .containsEntry("WORKLOAD", "cart")
        .doesNotContainKey("THINK_MILLIS");
    assertThat(run(cart).getSpec().getActiveDeadlineSeconds())
        .as("four steps, twelve answers within their timeout after the longest pause, and so on")
        .isEqualTo(4 * 25 + 126 + 300 + 60);
    assertThat(warmUp(cart).getSpec().getActiveDeadlineSeconds())
        .as("no pauses")
        .isEqualTo(30 + 120 + 300 + 60);
  }

  @Test
  void readersOfTheBookStoreChooseFromItsDatasetAndThinkInARun() {
    ScalabilityExperiment store = Experiments.bookstore("default");
    assertThat(environment(run(store)))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("SCALE", "10")
        .containsEntry("PRODUCTS_PER_VISIT", "3")
        .containsEntry("THINK_MILLIS", "100-400");
    assertThat(environment(audit(store)))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("DB_NAME", "bookstore");
  }

  @Test
  void callsOfCellsHaveWeightsAndConnectionsOfTheirOwn() {
    ScalabilityExperiment cells = Experiments.closed(Experiments.cells("default"), 10, 20);
    assertThat(environment(run(cells)))
        .containsEntry("WORKLOAD", "cells")
        .containsEntry("CELLS_MIX", "a=20,b=1")
        .containsEntry("CELLS_KEEP_ALIVE", "false")
        .containsEntry("THINK_MILLIS", "300-400")
        .doesNotContainKeys("SCALE", "MIX");
    assertThat(environment(warmUp(cells)))
        .containsEntry("CELLS_MIX", "a=20,b=1")
        .doesNotContainKey("THINK_MILLIS");
  }

  @Test
  void kindsOfClientsAreInARunAlone() {
    ScalabilityExperiment cells =
        Experiments.cells(
            "default",
            "[{weight: 1, thinkMillis: 300}, {weight: 4, thinkMillis: 400, keepAlive: false}]");
    Job run = run(cells);
    assertThat(environment(run))
        .containsEntry("CELLS_CLIENTS", "20:300:true,80:400:false")
        .containsEntry("CELLS_KEEP_ALIVE", "true")
        .doesNotContainKey("THINK_MILLIS");
    assertThat(run.getSpec().getActiveDeadlineSeconds())
        .as("two steps, an answer within its timeout after the longest pause, and so on")
        .isEqualTo(2 * 25 + 11 + 300 + 60);
    assertThat(environment(warmUp(cells))).doesNotContainKeys("CELLS_CLIENTS", "THINK_MILLIS");
  }

  @Test
  void aMixOfOnesOwnIsThatOfWarmUpAndRun() {
    ScalabilityExperiment mixed =
        Experiments.with(
            Experiments.small("default"), "workload: {mix: {orderStatus: 7, newOrder: 3}}");
    String mix = "newOrder=30,orderStatus=70";
    assertThat(environment(run(mixed))).containsEntry("MIX", mix);
    assertThat(environment(warmUp(mixed))).containsEntry("MIX", mix);
    assertThat(environment(run(Experiments.small("default")))).doesNotContainKey("MIX");
  }

  /** 40 % of 20 s at the highest rate may be in flight, too. */
  @Test
  void aSpikeIsInARunAlone() {
    ScalabilityExperiment usual = Experiments.small("default");
    ScalabilityExperiment spike =
        Experiments.with(Experiments.small("default"), "load: {open: {spikePercent: 40}}");
    LoadSpec load = spike.getSpec().load();
    int more = load.maxRate() * load.step().measuredSeconds() * 40 / 100;

    assertThat(environment(run(usual))).doesNotContainKey("SPIKE_PERCENT");
    assertThat(environment(run(spike)))
        .containsEntry("SPIKE_PERCENT", "40")
        .hasEntrySatisfying(
            "MAX_IN_FLIGHT",
            inFlight -> assertThat(Integer.parseInt(inFlight)).isGreaterThan(more));
    assertThat(environment(warmUp(spike))).doesNotContainKey("SPIKE_PERCENT");
  }

  @Test
  void customersOfThePortalVisitBesideAConstantStreamOfOrders() {
    ScalabilityExperiment portal = Experiments.portal("default");
    for (Job job : List.of(run(portal), warmUp(portal))) {
      assertThat(environment(job))
          .containsEntry("WORKLOAD", "portal")
          .containsEntry("SCALE", "10")
          .containsEntry("REQUESTS_PER_VISIT", "8")
          .containsEntry("STREAM_RATE", "7");
    }
    ScalabilityExperiment tickets =
        Experiments.with(
            Experiments.portal("default"), "workload: {mix: {visit: 3, createTicket: 1}}");
    assertThat(environment(run(tickets))).containsEntry("MIX", "createTicket=25,visit=75");
    assertThat(environment(audit(portal)))
        .containsEntry("WORKLOAD", "portal")
        .containsEntry("DB_NAME", "portal");
  }

  @Test
  void anOwnLoadGetsItsMixAndTheLengthOfItsTransactions() {
    ScalabilityExperiment own = Experiments.custom("default");
    Job run = run(own);

    assertThat(environment(run))
        .containsEntry("WORKLOAD", "custom")
        .containsEntry("MIX", "buy=25,look=75")
        .containsEntry("REQUESTS_PER_TRANSACTION", "2")
        .containsEntry("THINK_MILLIS", "0-100")
        .doesNotContainKey("SCALE");
    assertThat(run.getSpec().getTemplate().getSpec().getContainers().get(0).getImage())
        .isEqualTo("registry.example/shop-load:1");
    assertThat(run.getSpec().getActiveDeadlineSeconds())
        .as("four steps, two answers within their timeout after the longest pause, and so on")
        .isEqualTo(4 * 25 + 21 + 300 + 60);
  }
}
