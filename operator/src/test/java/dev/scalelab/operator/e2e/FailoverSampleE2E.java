package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sample of a failover with each of its variants: what users lose when one of three servers is
 * deleted is as counted from the balancer's log.
 */
@Isolated("what else runs takes the cores that are measured")
class FailoverSampleE2E {
  private static final String NAME = "failover";
  private static final String ONE_COPY = "one-copy";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.release(NAME);
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"base", ONE_COPY})
  void whatUsersLoseIsAsCounted(String variant) throws Exception {
    String sample = Cluster.sample("failover.yaml");
    assertThat(sample).contains("    state:\n", "  sweep:\n", "maxSeconds: 120");
    // After a longer warm-up the balancer's log is above 10 MiB, and its node rotates it away.
    cluster.apply(
        sample
                .replaceFirst("    state:\n", "    balancer: {requestLog: true}\n    state:\n")
                .replace("  sweep:\n", "  sweep:\n    variants: [" + variant + "]\n")
                .replace("maxSeconds: 120", "maxSeconds: 20")
            + "  testbedPolicy: Retain\n");

    ScalabilityExperiment measured = cluster.awaitFinished(NAME, 12);

    String trial = NAME + "-" + variant + "-3";
    RunResult run = cluster.validRun(trial);
    SessionTally own = SessionTally.of(cluster, trial, run);
    own.hasTheCountsOf(run);
    if (variant.equals(ONE_COPY)) {
      assertThat(own.count(SeenSession::isLost)).as("lost; %s", own).isPositive();
    }
    assertThat(run.disturbances().get(0).podsBackAt()).as("when all were ready again").isNotNull();
    DisturbanceRow row = measured.getStatus().configurations().get(0).disturbances().get(0);
    assertThat(row.state()).isEqualTo(run.steps().get(1).state());
    assertThat(row.text())
        .startsWith(
            "deleting 1 of 3 servers in step 2 lost %d of %d sessions"
                .formatted(row.state().lost(), row.state().sessions()));
  }
}
