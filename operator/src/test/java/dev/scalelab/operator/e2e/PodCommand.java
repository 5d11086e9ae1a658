package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command that is run in a container of a pod. */
record PodCommand(List<String> command) {
  private static final int DEADLINE_SECONDS = 120;

  /** Runs the command, which must succeed, and returns its output. */
  String run(Cluster cluster, String pod, String container) throws Exception {
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    try (ExecWatch running =
        cluster
            .client()
            .pods()
            .inNamespace(Cluster.NAMESPACE)
            .withName(pod)
            .inContainer(container)
            .writingOutput(output)
            .writingError(errors)
            .exec(command.toArray(String[]::new))) {
      int status = running.exitCode().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(status).as("%s: %s", command, errors.toString(StandardCharsets.UTF_8)).isZero();
    }
    return output.toString(StandardCharsets.UTF_8).strip();
  }
}
