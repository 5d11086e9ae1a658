package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The operator starts every unchanged sample, and the shortest experiment of each workload. Each
 * has its own name, so that results of the samples are kept.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated("it fills the cluster with experiments")
class SamplesE2E {
  private static final Path SAMPLES = Path.of("..", "config", "samples");

  /** A cluster may be smaller than a sample needs. */
  private static final Set<String> MISSING_IN_A_CLUSTER =
      Stream.of(
              Reason.CLOUDNATIVEPG_MISSING,
              Reason.PROVISIONER_MISSING,
              Reason.NO_MATCHING_NODE,
              Reason.NODES_TOO_SMALL,
              Reason.QUOTA_TOO_SMALL)
          .map(Reason::text)
          .collect(Collectors.toSet());

  private static final String SHORTEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec: {%s sweep: {replicas: [1]}, load: {closed: {users: [8]}}}
      """;

  private final Cluster cluster = new Cluster();
  private OperatorHealth operator;

  @BeforeAll
  void lookAtTheOperator() {
    operator = new OperatorHealth(cluster);
  }

  @AfterAll
  void theOperatorIsUndisturbed() {
    operator.assertUndisturbed();
    cluster.close();
  }

  static Stream<Path> samples() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSampleIsTakenUp(Path sample) throws IOException {
    // Short: with a longer name, some have no room for the names of their parts.
    String name = "try-" + sample.getFileName().toString().replace(".yaml", "");
    String manifest =
        Files.readString(sample).replaceFirst("\n  name: .*\n", "\n  name: " + name + "\n");

    assertTakenUp(name, manifest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Cart", "Portal", "Cells", "Bookstore", "OrderEntry", "ECperf"})
  void theShortestExperimentOfAWorkloadIsTakenUp(String workload) {
    String name = "shortest-" + workload.toLowerCase(Locale.ROOT);

    assertTakenUp(name, SHORTEST.formatted(name, "workload: {type: " + workload + "},"));
  }

  @Test
  void theShortestExperimentIsTakenUp() {
    assertTakenUp("shortest", SHORTEST.formatted("shortest", ""));
  }

  private void assertTakenUp(String name, String manifest) {
    try {
      cluster.apply(manifest);
      ScalabilityExperiment seen =
          cluster.experiment(name).waitUntilCondition(this::takenUp, 5, TimeUnit.MINUTES);
      Optional<Condition> refusal = FaultyExperiment.refusal(seen);
      if (refusal.isPresent()) {
        assertThat(refusal.get().getReason())
            .as(refusal.get().getMessage())
            .isIn(MISSING_IN_A_CLUSTER);
      } else {
        assertThat(seen.getStatus().phase())
            .as(seen.getStatus().message())
            .isEqualTo(Phase.RUNNING);
      }
    } finally {
      cluster.delete(name);
    }
  }

  /** Its first trial has started, it reports why not, or it has ended. */
  private boolean takenUp(ScalabilityExperiment found) {
    if (found == null || found.getStatus() == null || found.getStatus().phase() == null) {
      return false;
    }
    return found.getStatus().ended()
        || found.getStatus().startTime() != null
        || FaultyExperiment.refusal(found).isPresent();
  }
}
