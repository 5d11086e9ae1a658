package dev.scalelab.operator.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Input of random specs: the CRD's schema, the shortest specs and the samples. */
final class GoodSpecs {
  private static final Path CRD = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");
  private static final Path SAMPLES = Path.of("../config/samples");
  private static final List<String> SHORTEST =
      List.of(
          "{sweep: {replicas: [1]}, load: {open: {rates: [10]}}}",
          "{workload: {type: ECperf}, sweep: {replicas: [1, 2]}, load: {closed: {users: [8]}}}",
          "{workload: {type: Bookstore}, sweep: {replicas: [1]}, load: {closed: {users: [10]}}}",
          "{workload: {type: Cart}, sweep: {replicas: [1]}, load: {closed: {users: [10, 20]}}}",
          "{workload: {type: Cells}, sweep: {replicas: [2]}, load: {open: {rates: [10]}}}",
          "{workload: {type: Portal}, sweep: {replicas: [1]}, load: {open: {rates: [10]}}}",
          "{workload: {type: Custom, mix: {look: 1}}, system: {application: {image: 'localhost/no-such:1'}},"
              + " sweep: {replicas: [1]},"
              + " load: {open: {rates: [10]}, generators: {image: 'localhost/no-such:1'}}}");

  private GoodSpecs() {}

  /** A source of random specs; the same seed gives the same ones. */
  static RandomSpecs random(long seed) throws IOException {
    List<JsonNode> good = new ArrayList<>();
    for (String shortest : SHORTEST) {
      good.add(Serialization.unmarshal("spec: " + shortest, JsonNode.class).get("spec"));
    }
    try (Stream<Path> files = Files.list(SAMPLES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        good.add(Serialization.unmarshal(Files.readString(file), JsonNode.class).get("spec"));
      }
    }
    return new RandomSpecs(schema(), good, new Random(seed));
  }

  /** The schema of the spec. */
  static JSONSchemaProps schema() throws IOException {
    return Serialization.unmarshal(Files.readString(CRD), CustomResourceDefinition.class)
        .getSpec()
        .getVersions()
        .get(0)
        .getSchema()
        .getOpenAPIV3Schema()
        .getProperties()
        .get("spec");
  }

  /** An experiment with this spec. */
  static GenericKubernetesResource experiment(String namespace, String name, ObjectNode spec) {
    GenericKubernetesResource experiment = new GenericKubernetesResource();
    experiment.setApiVersion("scalelab.dev/v1alpha1");
    experiment.setKind("ScalabilityExperiment");
    experiment.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    experiment.setAdditionalProperty("spec", spec);
    return experiment;
  }
}
