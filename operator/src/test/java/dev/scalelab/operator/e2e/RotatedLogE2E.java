package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.operator.loadrun.JobOutput;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A user's own load generator that prints more than a kubelet keeps: 11 MB after its first step,
 * and 11 MB after its second one. Its log is rotated by a real kubelet with default settings.
 */
@Execution(ExecutionMode.CONCURRENT)
class RotatedLogE2E {
  private static final String NAME = "chatty";

  /** Longer than a kubelet takes to see that a log has reached its limit. */
  private static final int ROTATION_SECONDS = 25;

  private static final String STEP =
      "{\"record\":\"step\",\"step\":%d,\"users\":3,\"measuredFrom\":\"2026-11-27T08:00:10Z\","
          + "\"measuredTo\":\"2026-11-27T08:00:30Z\",\"transactions\":{}}";
  private static final String SCRIPT =
      """
      chatter() { yes "$(printf %%200s chatter)" | head -c 11000000; echo; }
      sleep 3
      echo '{"record":"start","startedAt":"2026-11-27T08:00:00Z"}'
      echo '%s'
      sleep 6; chatter; sleep %d
      echo '%s'
      sleep 6; chatter; sleep %d
      echo '{"record":"run","startedAt":"2026-11-27T08:00:00Z","finishedAt":"2026-11-27T08:01:00Z","totals":{}}'
      """
          .formatted(STEP.formatted(1), ROTATION_SECONDS, STEP.formatted(2), ROTATION_SECONDS);

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.job(NAME).delete();
    cluster.close();
  }

  @Test
  void whatTheOperatorHasReadStaysAndWhatNobodyHasReadIsReported() {
    start();
    LoadRuns operator = Parts.loadRuns(cluster.client());
    await("its end")
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> kinds(operator.output(pods(operator), 0, false)).contains("Run"));

    JobOutput kept = operator.output(pods(operator), 0, true);
    assertThat(kinds(kept)).containsExactlyInAnyOrder("Start", "Step 1", "Step 2", "Run");
    assertThat(kept.excess()).isEmpty();

    LoadRuns restarted = Parts.loadRuns(cluster.client());
    JobOutput left = restarted.output(pods(restarted), 0, true);
    assertThat(kinds(left)).as("what its log still has").containsExactly("Run");
    assertThat(left.rotated().orElseThrow())
        .contains("the log of pod " + NAME, "begins at ", "containerLogMaxSize");
  }

  private List<Pod> pods(LoadRuns operator) {
    return operator.pods(Cluster.NAMESPACE, NAME);
  }

  private static Set<String> kinds(JobOutput output) {
    return output.records().values().stream()
        .flatMap(List::stream)
        .map(
            record ->
                record.getClass().getSimpleName()
                    + (record instanceof LoadRecord.Step step ? " " + step.step() : ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void start() {
    Job job =
        cluster
            .client()
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s}
                spec:
                  backoffLimit: 0
                  template:
                    spec:
                      restartPolicy: Never
                      terminationGracePeriodSeconds: 1
                      nodeSelector: {scalelab.dev/role: load}
                      containers:
                        - name: load
                          image: %s
                          imagePullPolicy: IfNotPresent
                          command: [sh, -c]
                """
                    .formatted(NAME, loadGenerator()),
                Job.class);
    job.getSpec().getTemplate().getSpec().getContainers().get(0).setArgs(List.of(SCRIPT));
    cluster.client().resource(job).inNamespace(Cluster.NAMESPACE).create();
  }

  /** Any image with a shell. */
  private String loadGenerator() {
    return cluster.operators().get(0).getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getName().equals("SCALELAB_IMAGES_LOAD_GENERATOR"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }
}
