package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The variant with remote state of the sample, in one short step; the whole is nightly. */
@Isolated("what else runs takes the cores that are measured")
class RemoteCartsE2E {
  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void infinispanServersHaveTheStateAndNoCartIsLost() throws Exception {
    cluster.apply(manifest());

    ScalabilityExperiment measured = cluster.awaitFinished("remote-state", 10);

    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(measured.getStatus().configurations())
        .singleElement()
        .extracting(ConfigurationResult::name)
        .isEqualTo("remote-2");
    RemoteStateE2E.assertThatInfinispanServersHadTheState(cluster, "remote-state-remote-2");
  }

  private static String manifest() throws IOException {
    String manifest =
        Cluster.sample("remote-state.yaml")
            .replace("    replicas: [2]\n", "    variants: [remote]\n    replicas: [2]\n")
            .replace("users: [10, 30]", "users: [10]")
            .replace("      seconds: 20\n", "      seconds: 18\n")
            .replace("maxSeconds: 120", "maxSeconds: 30");
    assertThat(manifest)
        .contains("variants: [remote]\n", "users: [10]\n", " seconds: 18\n", "maxSeconds: 30\n");
    return manifest + "  timeouts: {serversSeconds: 240}\n";
  }
}
