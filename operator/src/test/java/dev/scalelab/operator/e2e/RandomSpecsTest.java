package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The random specs are many, and enough of them are taken for a test to be one. */
class RandomSpecsTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final int SEEDS = 200;

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
