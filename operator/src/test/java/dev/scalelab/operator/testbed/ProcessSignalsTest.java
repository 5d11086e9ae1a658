package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell that disturbs a container, with real processes. The processes that it sees and the
 * pod's shared memory are a folder of the test.
 */
class ProcessSignalsTest {
  /** A pause that is seen on a busy machine too. */
  private static final int SECONDS = 6;

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void killingEndsTheContainersProcessesAtOnceAndOnlyOnce() throws Exception {
    Process server = start();

    assertThat(run(DisturbanceAction.KILL_CONTAINER, null)).isEqualTo("begun, code 0");
    assertThat(server.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(server.exitValue()).as("killed by a signal").isEqualTo(128 + 9);

    Process successor = start();
    assertThat(run(DisturbanceAction.KILL_CONTAINER, null)).isEqualTo(", code 3");
    assertThat(successor.isAlive()).as("what follows it is left alone").isTrue();
  }

  @Test
  void pausingStopsThemForItsTimeWithoutAnOperator() throws Exception {
    Process server = start();
    Instant begin = Instant.now();

    assertThat(run(DisturbanceAction.PAUSE_POD, SECONDS)).isEqualTo("begun, code 0");

    // The signal counts when the process is next on a processor.
    Awaitility.await("frozen")
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(SECONDS))
        .until(() -> state(server) == 'T');
    Awaitility.await("thawed")
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofMinutes(2))
        .until(() -> state(server) != 'T');
    assertThat(Duration.between(begin, Instant.now()))
        .isGreaterThan(Duration.ofSeconds(SECONDS).minusMillis(100));
    assertThat(run(DisturbanceAction.PAUSE_POD, SECONDS)).as("a second time").isEqualTo(", code 3");
    assertThat(state(server)).isNotEqualTo('T');
  }

  /** A process of the container. */
  private Process start() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    started.add(process);
    Files.createDirectories(folder.resolve("proc").resolve("" + process.pid()));
    return process;
  }

  private String run(DisturbanceAction action, Integer seconds) throws Exception {
    PlannedDisturbance planned =
        new PlannedDisturbance("it", action, "Application", 1, null, 1, 30, seconds);
    String script =
        ProcessSignals.script(
                new Effect.Target(
                    "lab",
                    "small",
                    "server",
                    "small-base-2-r1",
                    planned,
                    new DisturbedPod("p", "n", "u")))
            .replace("/proc/", folder.resolve("proc") + "/")
            .replace("/dev/shm/", folder + "/");
    Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    String output = new String(shell.getInputStream().readAllBytes()).strip();
    assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output + ", code " + shell.exitValue();
  }

  private static char state(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }
}
