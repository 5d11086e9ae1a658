package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Kills or freezes the processes of a container by a shell in it. A folder in the pod's shared
 * memory, which outlives the container, keeps it from being done twice; and a frozen container is
 * released by that shell, whether there is an operator then or not.
 */
final class ProcessSignals implements Effect {
  /** Exit code of the shell if the folder is there. */
  private static final int MADE_BEFORE = 3;

  private static final int PATIENCE_SECONDS = 5;
  private static final String BEGUN = "begun";

  /** All but the pod's first process and the shell itself. */
  private static final String OTHERS =
      "mkdir /dev/shm/scalelab-%s 2>/dev/null || exit "
          + MADE_BEFORE
          + "; all=; for one in /proc/[0-9]*; do one=${one#/proc/}; [ $one = 1 ] || [ $one = $$ ] || all=\"$all $one\"; done;"
          + " echo "
          + BEGUN
          + "; ";

  private static final String KILL = OTHERS + "kill -KILL $all";

  private static final String PAUSE =
      OTHERS + "kill -STOP $all; (sleep %d; kill -CONT $all) </dev/null >/dev/null 2>&1 &";

  private final KubernetesClient client;
  private final StoredPods stored;

  ProcessSignals(KubernetesClient client) {
    this.client = client;
    this.stored = new StoredPods(client);
  }

  /** The commands of the shell. */
  static String script(Target target) {
    return target.planned().action() == DisturbanceAction.KILL_CONTAINER
        ? KILL.formatted(target.token())
        : PAUSE.formatted(target.token(), target.planned().durationSeconds());
  }

  @Override
  public Outcome make(Target target, boolean again) {
    if (stored.isGone(target)) {
      return Outcome.GONE;
    }
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Integer code = null;
    try (ExecWatch shell =
        client
            .pods()
            .inNamespace(target.namespace())
            .withName(target.pod().pod())
            .inContainer(target.container())
            .writingOutput(output)
            .writingError(output)
            .exec("sh", "-c", script(target))) {
      code = shell.exitCode().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The shell is killed with its container, whose runtime then may not report how it ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a container was disturbed", e);
    }
    String said = output.toString(StandardCharsets.UTF_8).strip();
    if (said.contains(BEGUN)) {
      return Outcome.MADE;
    }
    if (code != null && code == MADE_BEFORE) {
      return Outcome.MADE_BEFORE;
    }
    throw new NotDisturbedException(
        "a shell in container %s of pod %s did not begin: %s"
            .formatted(
                target.container(), target.pod().pod(), said.isEmpty() ? "code " + code : said));
  }
}
