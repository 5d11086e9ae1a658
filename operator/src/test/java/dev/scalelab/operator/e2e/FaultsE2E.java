package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Failures of real pods end with a reason that names the fault, and leave no objects behind. The
 * tests do not depend on speed, so several experiments run at the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultsE2E extends FaultyExperiment {
  @Test
  void anImageThatDoesNotExistEndsAtItsDeadlineWithThePodsReason() {
    ScalabilityExperiment ended = run("no-image", ", image: localhost/no-such:1", "", 15);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    // The dataset tool is in the application's image, and is the first to need it.
    assertThat(finished(ended).getReason()).isEqualTo(Reason.DATASET_FAILED.text());
    assertThat(finished(ended).getMessage()).containsPattern("ErrImagePull|ImagePullBackOff");
    cluster.awaitTornDown(name);
  }

  @Test
  void aLoadGeneratorKilledForMemoryMakesARunInvalidAndAnExperimentDeletedInTheNextLeavesNothing() {
    name = "hungry";
    cluster.apply(
        MANIFEST
            .formatted(name, "", "", 300)
            .replace("generators: {cpu: 400m}", "generators: {cpu: 400m, memory: 48Mi}")
            .replace("maxInvalidRuns: 0", "maxInvalidRuns: 1"));

    RunResult run =
        cluster.awaitRun("hungry-base-1", 1, found -> found.phase() != RunPhase.RUNNING);
    assertThat(run.phase()).isEqualTo(RunPhase.INVALID);
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.LOAD_OUT_OF_MEMORY);

    cluster.until(cluster.job("hungry-base-1-r2-load"), found -> true, 10);
    cluster.delete(name);

    assertThat(cluster.children(name)).isEmpty();
  }
}
