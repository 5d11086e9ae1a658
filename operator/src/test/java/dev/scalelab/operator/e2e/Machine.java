package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The processes of the embedded cluster, as root sees them on the machine that it runs on. */
final class Machine {
  /** Distinguishes the cluster's API server from those that unit tests start. */
  private static final String STATE = "/var/lib/scalelab/";

  private static final String CLUSTER = "../config/cluster/cluster";
  private static final int MAX_MINUTES = 10;

  /** A shell does both, so that nothing stands still for ever if the test is ended meanwhile. */
  private static final String STAND_STILL =
      "kill -STOP \"$@\"; sleep %d; kill -CONT \"$@\" || true";

  /** The network namespace is kept open, since the process may end meanwhile. */
  private static final String CUT_OFF =
      """
      exec 3</proc/$1/ns/net
      rules() { nsenter --net=/proc/self/fd/3 iptables -w "$1" OUTPUT -p tcp --dport 443 -j DROP; }
      rules -I && sleep %d && rules -D
      """;

  private Machine() {}

  /** The embedded cluster's API server; empty if the cluster is of another kind. */
  static Optional<Long> apiServer() {
    return processes(
            process ->
                process.command().endsWith("kube-apiserver") && process.arguments().contains(STATE))
        .stream()
        .findFirst();
  }

  /** The processes of a pod, also the one that holds its namespaces. */
  static List<Long> ofPod(String uid) {
    return processes(process -> process.cgroups().contains("pod" + uid));
  }

  /** Stops processes, which go on after this time. */
  static void standStill(List<Long> processes, int seconds) throws Exception {
    List<String> line = shell(STAND_STILL.formatted(seconds));
    processes.forEach(process -> line.add(String.valueOf(process)));
    run(line);
  }

  /** Drops what the pod of this process sends to the API server, for this time. */
  static void cutOffFromApiServer(long process, int seconds) throws Exception {
    List<String> line = shell(CUT_OFF.formatted(seconds));
    line.add(String.valueOf(process));
    run(line);
  }

  /** Ends everything on a node at once, and returns when the node is back and ready. */
  static void loseNode(String node, int seconds) throws Exception {
    run(List.of(CLUSTER, "lose", node, String.valueOf(seconds)));
  }

  private static List<String> shell(String script) {
    return new ArrayList<>(List.of("sh", "-uc", script, "sh"));
  }

  private static void run(List<String> line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("CLUSTER", "embedded");
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).as("%s ends", line).isTrue();
    assertThat(process.exitValue()).as("%s: %s", line, output).isZero();
  }

  private record Running(long id, String command, String arguments, String cgroups) {}

  private static List<Long> processes(Predicate<Running> asked) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .map(Machine::process)
        .flatMap(Optional::stream)
        .filter(asked)
        .map(Running::id)
        .collect(Collectors.toList());
  }

  private static Optional<Running> process(long id) {
    Path folder = Path.of("/proc", String.valueOf(id));
    try {
      List<String> line =
          Arrays.asList(
              Files.readString(folder.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                  .split("\0", -1)); // never empty
      String cgroups = Files.readString(folder.resolve("cgroup"));
      return Optional.of(new Running(id, line.get(0), String.join(" ", line), cgroups));
    } catch (IOException e) {
      return Optional.empty(); // it has ended meanwhile
    }
  }
}
