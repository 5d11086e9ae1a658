package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Part;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Scene;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A part that only this test defines, in one class, is deployed, awaited and removed. */
class OwnPartOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  /** For example a licence: a ConfigMap that another component has to fill in. */
  private static final class Licence extends Part {
    private final KubernetesClient client;

    Licence(KubernetesClient client) {
      super("Licence", "the licence", Reason.SERVERS_NOT_READY);
      this.client = client;
    }

    @Override
    public Readiness observe(Scene scene) {
      ConfigMap found =
          client
              .configMaps()
              .inNamespace(scene.experiment().getMetadata().getNamespace())
              .withName(scene.configuration().name() + "-licence")
              .get();
      if (found == null) {
        return Readiness.absent();
      }
      return found.getData().isEmpty()
          ? Readiness.waiting(reason(), "not paid yet")
          : Readiness.ready();
    }

    @Override
    public void deploy(Scene scene) {
      ScalabilityExperiment e = scene.experiment();
      String trial = scene.configuration().name();
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(trial + "-licence")
                  .withNamespace(e.getMetadata().getNamespace())
                  .withLabels(Labels.ofTrial(e.getMetadata().getName(), trial, Tier.APPLICATION))
                  .withOwnerReferences(Owner.reference(e))
                  .endMetadata()
                  .build())
          .create();
    }
  }

  @Test
  void isDeployedAwaitedAndRemoved() {
    ScalabilityExperiment applied =
        Experiments.applied(api, "licensed", Experiments.cart(api.namespace()));
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator operator =
          new Operator(
              client.client(),
              played.endpoints().prometheus(),
              Clock.systemUTC(),
              new Licence(client.client()));
      for (int pass = 0; pass < 5; pass++) {
        operator.pass(experiment(applied));
      }
      assertThat(experiment(applied).getStatus().message())
          .isEqualTo("Waiting for the licence: not paid yet");
      assertThat(trial("licensed-base-1").getStatus().waiting().part()).isEqualTo("Licence");
      assertThat(api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems())
          .as("servers come after it")
          .isEmpty();

      boolean over = false;
      for (int pass = 0; pass < 500 && !over; pass++) {
        licences()
            .filter(licence -> licence.getData().isEmpty())
            .forEach(
                licence -> {
                  licence.setData(Map.of("paid", "yes"));
                  api.client().resource(licence).update();
                });
        over = !operator.pass(experiment(applied));
        played.cluster().play(experiment(applied));
      }
      assertThat(experiment(applied).getStatus().phase())
          .as(experiment(applied).getStatus().message())
          .isEqualTo(Phase.SUCCEEDED);
      assertThat(licences()).as("licences that are left").isEmpty();
    }
  }

  private static java.util.stream.Stream<ConfigMap> licences() {
    return api.client().configMaps().inNamespace(api.namespace()).list().getItems().stream()
        .filter(map -> map.getMetadata().getName().endsWith("-licence"));
  }

  private static ScalabilityExperiment experiment(ScalabilityExperiment applied) {
    return api.client().resource(applied).get();
  }

  private static ScalabilityTrial trial(String name) {
    return api.client()
        .resources(ScalabilityTrial.class)
        .inNamespace(api.namespace())
        .withName(name)
        .get();
  }
}
