package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The two configurations of the sample that its others are not: two servers that form no cluster,
 * and clients that refer to their beans by a cookie. With settings that are not the defaults.
 */
@Isolated("what else runs takes the cores that are measured")
class SessionStateE2E {
  private static final String POOL = "      connectionPoolSize: 10\n";

  private static final String SETTINGS =
      POOL
          + """
                webThreads: 12
                webQueue: 80
                beanPoolSize: 9
                collector: Parallel
                newRatio: 2
                accessLog: true
                logLevel: "OFF"
                connectionPoolMinSize: 2
          """;

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void whereStateIsIsWhatTheServersReport() throws Exception {
    String sample = Cluster.sample("session-state.yaml");
    String manifest =
        sample
            .replace("variants: [c1, c2, c3, c4, c5]", "variants: [c2, c4]")
            .replace("replicas: [1, 2]", "replicas: [2]")
            .replaceAll("(?s)    exclude:.*?    order:", "    order:")
            .replace("users: [8, 24]", "users: [8]")
            .replace("repetitions: 2", "repetitions: 1")
            .replace("maxSeconds: 120", "maxSeconds: 20")
            .replace("seconds: 20\n", "seconds: 12\n")
            .replace(POOL, SETTINGS);
    assertThat(manifest)
        .contains("[c2, c4]", "replicas: [2]\n", "users: [8]\n", "seconds: 12\n", "webThreads: 12")
        .doesNotContain("exclude:");

    cluster.apply(manifest + "  timeouts: {serversSeconds: 240}\n");

    ScalabilityExperiment measured = cluster.awaitFinished("session-state", 10);
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(measured.getStatus().configurations())
        .extracting(ConfigurationResult::name, row -> row.peakPerSecond().mean() > 0)
        .containsExactlyInAnyOrder(tuple("c2-2", true), tuple("c4-2", true));
    assertThat(cluster.validRun("session-state-c2-2").steps())
        .allSatisfy(step -> assertThatItHad(step, null, "0", "0"));
    assertThat(cluster.validRun("session-state-c4-2").steps())
        .allSatisfy(step -> assertThatItHad(step, 2, "0", "2"));
  }

  private static void assertThatItHad(
      StepResult step, Integer members, String sessionCopies, String beanCopies) {
    var servers = step.evidence().servers();
    assertThat(servers.clusterSize()).isEqualTo(members);
    assertThat(servers.settings())
        .containsEntry("sessionCopies", sessionCopies)
        .containsEntry("beanCopies", beanCopies)
        .containsEntry("webThreads", "12")
        .containsEntry("webQueue", "80")
        .containsEntry("beanPool", "9")
        .containsEntry("collector", "Parallel")
        .containsEntry("newRatio", "2")
        .containsEntry("accessLog", "1")
        .containsEntry("logLevel", "2147483647")
        .containsEntry("connectionPoolSize", "10")
        .containsEntry("connectionPoolMinSize", "2");
    assertThat(step.errors()).as("lost sessions").isNullOrEmpty();
  }
}
