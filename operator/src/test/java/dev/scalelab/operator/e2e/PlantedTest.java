package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The manifests of planted bottlenecks, which only a cluster measures. */
class PlantedTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void everyManifestIsAcceptedAndHasItsConfigurations() {
    Stream.of(Planted.values())
        .forEach(
            planted -> {
              GenericKubernetesResource given =
                  Serialization.unmarshal(planted.manifest(true), GenericKubernetesResource.class);
              String name = given.getMetadata().getName();
              api.client().resource(given).inNamespace(api.namespace()).create();
              ScalabilityExperiment created =
                  api.client()
                      .resources(ScalabilityExperiment.class)
                      .inNamespace(api.namespace())
                      .withName(name)
                      .get();
              Plan plan = Planner.plan(name, created.getSpec());

              assertThat(plan.violations()).isEmpty();
              assertThat(plan.configurations()).hasSize(planted == Planted.TWICE ? 2 : 1);
            });
  }
}
