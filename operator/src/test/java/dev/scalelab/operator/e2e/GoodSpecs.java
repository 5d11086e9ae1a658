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

/** What random specs are made of: the CRD's schema, the shortest specs and the samples. */
final class GoodSpecs {
  private static final Path CRD = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");
  private static final Path SAMPLES = Path.of("../config/samples");
  private static final List<String> SHORTEST =
      List.of(
          "{sweep: {replicas: [1]}, load: {rates: [10]}}",
          "{workload: {name: ecperf, ecperf: {}}, sweep: {replicas: [1, 2]}, load: {users: [8]}}",
          "{workload: {name: bookstore}, sweep: {replicas: [1]}, load: {users: [10]}}",
          "{workload: {name: cart}, sweep: {replicas: [1]}, load: {users: [10, 20]}}",
          "{workload: {name: cells}, sweep: {replicas: [2]}, load: {rates: [10]}}",
          "{workload: {name: portal}, sweep: {replicas: [1]}, load: {rates: [10]}}");

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

  private static JSONSchemaProps schema() throws IOException {
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
