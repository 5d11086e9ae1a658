package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.CustomerRange;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment with a stream of orders through queues. */
class PortalOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private int waited;

  @Test
  void dataIsResetWhenTheQueuesAreEmptyAndAStreamThatIsTakenIsKept() {
    played.endpoints().backlog(at -> 5);

    ScalabilityExperiment ended = measured("portal", () -> emptiedAfterThreeLooks("portal"));

    assertThat(waited).isGreaterThanOrEqualTo(3);
    assertThat(played.cluster().jobs())
        .containsKeys("portal-base-1-r1-reset", "portal-base-1-r1-audit");
    assertThat(ended.getStatus().configurations())
        .allSatisfy(row -> assertThat(row.capacityPerSecond().mean()).isPositive());
    assertThat(run("portal-base-1").steps())
        .allSatisfy(
            step -> {
              assertThat(step.stream().kept()).isTrue();
              assertThat(step.evidence().queue().takenPerSecond()).isEqualTo(7);
              assertThat(step.evidence().queue().executionMillis())
                  .isEqualTo(PlayedEndpoints.ORDER_MILLIS);
            });
  }

  @Test
  void aStreamThatIsAcceptedAndNotTakenIsReportedAndNoCapacity() {
    // Every load ended one minute before it is observed, and its orders were all taken soon after.
    played
        .endpoints()
        .backlog(at -> at < Instant.now().getEpochSecond() - 40 ? 3 * (at - 1_700_000_000) : 0);

    ScalabilityExperiment ended = measured("slow", () -> {});

    assertThat(ended.getStatus().configurations())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.capacityPerSecond()).isNull());
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(ended.getStatus().message()).contains("and kept its stream");
    RunResult run = run("slow-base-1");
    assertThat(run.phase()).as("a finding, no fault of the measurement").isEqualTo(RunPhase.VALID);
    StepResult step = run.steps().get(0);
    assertThat(step.objectivesMet()).isTrue();
    assertThat(step.stream().kept()).isFalse();
    assertThat(step.evidence().queue().takenPerSecond()).isEqualTo(4);
    assertThat(step.evidence().queue().backlogGrowth()).isEqualTo(60);
    assertThat(warnings())
        .contains(
            "slow-base-1-r1 step 1 does not count as capacity: order: " + step.stream().notKept())
        .doesNotHaveDuplicates();
  }

  @Test
  void customersAreDistributedOverAllDatabases() {
    ScalabilityExperiment ended =
        measured(
            Experiments.applied(
                api,
                "parts",
                Experiments.with(
                    Experiments.portal(api.namespace()),
                    """
                    system:
                      databases:
                        - {name: north}
                        - {name: middle, maxConnections: 30, connections: Unchecked}
                        - {name: south}
                    """)),
            () -> {});

    assertThat(played.cluster().databasesEver())
        .contains("parts-base-db-north", "parts-base-db-middle", "parts-base-db-south");
    assertThat(ended.getStatus().effective().databases())
        .extracting(EffectiveDatabase::name, EffectiveDatabase::customers)
        .containsExactly(
            tuple("north", new CustomerRange(1, 500)),
            tuple("middle", new CustomerRange(501, 1000)),
            tuple("south", new CustomerRange(1001, 1500)));
    assertThat(run("parts-base-1").steps())
        .allSatisfy(
            step ->
                assertThat(step.evidence().databases())
                    .extracting(DatabaseEvidence::name)
                    .containsExactly("north", "middle", "south"));
  }

  private ScalabilityExperiment measured(String name, Runnable afterEachPass) {
    return measured(
        Experiments.applied(api, name, Experiments.portal(api.namespace())), afterEachPass);
  }

  private ScalabilityExperiment measured(ScalabilityExperiment applied, Runnable afterEachPass) {
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(), played.endpoints(), played.cluster(), applied, afterEachPass);
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    return ended;
  }

  private void emptiedAfterThreeLooks(String name) {
    ScalabilityExperiment now = api.experiment(name);
    String message = now.getStatus() == null ? null : now.getStatus().message();
    if (waited < 3 && message != null && message.contains("5 transactions left in")) {
      assertThat(played.cluster().jobs()).doesNotContainKey(name + "-base-1-r1-reset");
      waited++;
      if (waited == 3) {
        played.endpoints().backlog(at -> 0);
      }
    }
  }

  private static List<String> warnings() {
    return api.client().v1().events().inNamespace(api.namespace()).list().getItems().stream()
        .filter(event -> event.getReason().equals("StreamNotKept"))
        .map(Event::getMessage)
        .toList();
  }

  private static RunResult run(String trial) {
    return api.trial(trial).getStatus().runs().get(0);
  }
}
