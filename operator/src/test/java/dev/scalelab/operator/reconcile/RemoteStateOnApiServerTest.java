package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment whose state is on Infinispan servers, on a simulated cluster. */
class RemoteStateOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void infinispanServersComeFirstAndAreMeasuredClearedAndRemoved() {
    ScalabilityExperiment applied =
        Experiments.applied(
            api,
            "remote",
            Experiments.with(
                Experiments.cart(api.namespace()),
                "{system: {state: {store: Remote}}, sweep: {replicas: [2]}}"));
    played.endpoints().measureToo("-cache-0", "infinispan");
    played.endpoints().measureToo("-cache-1", "infinispan");
    List<String> resets = new ArrayList<>();
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator operator =
          new Operator(client.client(), played.endpoints().prometheus(), Clock.systemUTC());
      for (int pass = 0; pass < 5; pass++) {
        operator.pass(experiment(applied));
      }
      assertThat(experiment(applied).getStatus().message())
          .startsWith("Waiting for the Infinispan servers: 0 of 2 Infinispan servers ready");
      assertThat(statefulSets())
          .as("servers come after them")
          .containsExactly("remote-base-2-cache");
      boolean over = false;
      for (int pass = 0; pass < 500 && !over; pass++) {
        over = !operator.pass(experiment(applied));
        played.cluster().play(experiment(applied));
        jobs().stream()
            .filter(job -> job.getMetadata().getName().endsWith("-reset"))
            .map(RemoteStateOnApiServerTest::host)
            .forEach(resets::add);
      }
    }
    ScalabilityExperiment ended = experiment(applied);
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().effective().provisioners())
        .containsEntry("state", Provisioner.STATEFUL_SET);
    assertThat(ended.getStatus().effective().images())
        .contains(
            new TierImage("cache", "ghcr.io/scalelab/infinispan-server:0.1.0", "sha256:played"));
    var trial = api.trial("remote-base-2").getStatus();
    assertThat(trial.placement()).extracting(PodPlacement::tier).contains("cache");
    var evidence = trial.runs().get(0).steps().get(0).evidence();
    assertThat(evidence.tiers()).extracting(TierUse::tier).contains("cache");
    assertThat(evidence.cache().members()).isEqualTo(2);
    assertThat(resets)
        .as("which clear the caches")
        .isNotEmpty()
        .containsOnly("remote-base-2-cache");
    assertThat(statefulSets()).isEmpty();
  }

  private static String host(Job reset) {
    return reset.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getName().equals("INFINISPAN_HOST"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static List<Job> jobs() {
    return api.client().batch().v1().jobs().inNamespace(api.namespace()).list().getItems();
  }

  private static List<String> statefulSets() {
    return api
        .client()
        .apps()
        .statefulSets()
        .inNamespace(api.namespace())
        .list()
        .getItems()
        .stream()
        .map(set -> set.getMetadata().getName())
        .toList();
  }

  private static ScalabilityExperiment experiment(ScalabilityExperiment applied) {
    return api.client().resource(applied).get();
  }
}
