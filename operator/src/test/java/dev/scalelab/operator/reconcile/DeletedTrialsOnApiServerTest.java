package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A user deletes trials while one of them is current: only they are measured again. */
class DeletedTrialsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private boolean deleted;

  @Test
  void theOneThatIsOnIsMeasuredAgainOnServersOfItsOwn() {
    run("one", "{}", "one-base-1-r1-load", "one-base-1");

    assertThat(played.cluster().jobs().get("one-base-1-r1-load")).hasSize(2);
    assertThat(played.cluster().jobs().get("one-base-2-r1-load")).hasSize(1);
  }

  @Test
  void allOfThemAreMeasuredAgainWithoutTheServersOfAnother() {
    run("all", "{}", "all-base-2-r1-load", "all-base-1", "all-base-2");

    assertThat(played.cluster().jobs().get("all-base-1-r1-load")).hasSize(2);
    assertThat(played.cluster().jobs().get("all-base-2-r1-load")).hasSize(2);
  }

  /**
   * The deleted one is measured first, and the testbed of the other is removed during its warm-up.
   */
  @Test
  void theOneThatWarmsUpIsWarmedUpAgainAfterIt() {
    run("warm", "sweep: {order: Interleaved}", "warm-base-2-warmup", "warm-base-1");

    assertThat(played.cluster().jobs().get("warm-base-1-r1-load")).hasSize(2);
    assertThat(played.cluster().jobs().get("warm-base-2-warmup")).hasSize(2);
  }

  /** From start to end; the trials are deleted once that Job exists. */
  private void run(String name, String change, String job, String... trials) {
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(
                api, name, Experiments.with(Experiments.small(api.namespace()), change)),
            () -> {
              if (!deleted && played.cluster().jobs().containsKey(job)) {
                List.of(trials).forEach(DeletedTrialsOnApiServerTest::delete);
                deleted = true;
              }
              assertThat(servers()).as("servers beside each other").hasSizeLessThanOrEqualTo(1);
            });

    assertThat(deleted).isTrue();
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().configurations())
        .allSatisfy(row -> assertThat(row.measured()).as(row.message()).isTrue());
  }

  /** With its histograms, which a cluster's garbage collector deletes with it. */
  private static void delete(String trial) {
    api.client()
        .resources(ScalabilityTrial.class)
        .inNamespace(api.namespace())
        .withName(trial)
        .delete();
    api.client()
        .configMaps()
        .inNamespace(api.namespace())
        .withName(trial + "-r1-histograms")
        .delete();
  }

  private static List<StatefulSet> servers() {
    return api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems();
  }
}
