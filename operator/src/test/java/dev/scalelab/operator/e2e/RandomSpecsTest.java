package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** There are many random specs, and enough of them are accepted for a meaningful test. */
class RandomSpecsTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final int SEEDS = 60;
  private static final int MANY = 200_000;

  @Test
  void differAndManyAreTaken() throws IOException {
    Set<ObjectNode> specs = new HashSet<>();
    int taken = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      ObjectNode spec = GoodSpecs.random(seed).next();
      assertThat(spec.isEmpty()).as("seed %d", seed).isFalse();
      specs.add(spec);
      taken += isTaken(spec) ? 1 : 0;
    }

    assertThat(specs).as("different specs").hasSizeGreaterThan(SEEDS * 9 / 10);
    assertThat(taken).as("of %d are taken", SEEDS).isBetween(SEEDS / 4, SEEDS * 9 / 10);
  }

  @Test
  void areTheSameOfTheSameSeed() throws IOException {
    RandomSpecs one = GoodSpecs.random(7);
    RandomSpecs other = GoodSpecs.random(7);
    for (int i = 0; i < 20; i++) {
      assertThat(one.next()).isEqualTo(other.next());
    }
  }

  @Test
  void haveEveryFieldOfTheSchema() throws IOException {
    Set<String> fields = new HashSet<>();
    collect("spec", GoodSpecs.schema(), fields);
    Set<String> given = new HashSet<>();
    RandomSpecs specs = GoodSpecs.random(1);
    // The fields that are nested most are in one of several thousand.
    for (int i = 0; i < MANY && !given.containsAll(fields); i++) {
      collect("spec", specs.next(), given);
    }

    assertThat(fields).contains("spec.system.application.pod.tolerations");
    assertThat(given).containsAll(fields);
  }

  private static void collect(String path, JsonNode value, Set<String> paths) {
    if (value.isArray()) {
      value.forEach(item -> collect(path + "[]", item, paths));
    }
    value
        .properties()
        .forEach(
            field -> {
              String below = path + "." + field.getKey();
              paths.add(below);
              collect(below, field.getValue(), paths);
            });
  }

  /** Fields within pod settings are Kubernetes' own. */
  private static void collect(String path, JSONSchemaProps type, Set<String> paths) {
    if (type.getProperties() == null) {
      return;
    }
    type.getProperties()
        .forEach(
            (name, field) -> {
              String below = path + "." + name;
              paths.add(below);
              if (path.endsWith(".pod")) {
                return;
              }
              collect(below, field, paths);
              if (field.getItems() != null) {
                collect(below + "[]", field.getItems().getSchema(), paths);
              }
            });
  }

  private static boolean isTaken(ObjectNode spec) {
    try {
      api.client()
          .resource(GoodSpecs.experiment(api.namespace(), "random", spec))
          .dryRun()
          .create();
      return true;
    } catch (KubernetesClientException refused) {
      assertThat(refused.getCode()).as("%s: %s", spec, refused.getMessage()).isEqualTo(422);
      return false;
    }
  }
}
