package dev.scalelab.operator.chart;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Specs that are applied to an API server, as the samples or changes of them. */
abstract class TakenSpecs {
  @RegisterExtension static final ApiServer api = new ApiServer();

  static final Path SAMPLES = Path.of("..", "config", "samples");

  static String sample(String file) throws IOException {
    return Files.readString(SAMPLES.resolve(file));
  }

  /** The experiment of a manifest, in the test's namespace. */
  static GenericKubernetesResource experiment(String manifest) {
    GenericKubernetesResource experiment =
        Serialization.unmarshal(manifest, GenericKubernetesResource.class);
    experiment.getMetadata().setNamespace(api.namespace());
    return experiment;
  }

  /** The spec of a manifest that the API server takes, as the operator reads it. */
  static ScalabilityExperimentSpec taken(String manifest) {
    return read(api.client().resource(experiment(manifest)).dryRun().create()).getSpec();
  }

  static ScalabilityExperiment read(GenericKubernetesResource taken) {
    return Serialization.unmarshal(Serialization.asJson(taken), ScalabilityExperiment.class);
  }
}
