package dev.scalelab.operator.simulation;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Pods as controllers create them and as kubelets run them, with their logs. */
final class SimulatedPods implements ApiServerInMemory.Logs {
  /** Exit code of a program that SIGKILL has ended. */
  private static final int KILLED = 128 + 9;

  private final ObjectMap objects;
  private final VirtualTime time;
  private final Latencies latencies;
  private final BiConsumer<Duration, Runnable> starts;
  private final Map<String, List<Line>> logs = new HashMap<>();

  private record Line(Instant at, String text) {}

  /**
   * @param starts lets a container start after a time
   */
  SimulatedPods(
      ObjectMap objects,
      VirtualTime time,
      Latencies latencies,
      BiConsumer<Duration, Runnable> starts) {
    this.starts = starts;
    this.objects = objects;
    this.time = time;
    this.latencies = latencies;
    objects.listen(this::changed);
  }

  private void changed(ObjectMap.Change change) {
    Stored pod = change.after();
    if (pod == null || !pod.kind().equals(ApiKind.PODS)) {
      return;
    }
    if (pod.terminating() && !change.before().terminating()) {
      time.after(latencies.podEnds(), () -> remove(pod));
    } else if (isRunning(pod) && !container(pod).path("resources").equals(inForce(pod))) {
      time.after(latencies.podIsResized(), () -> resize(pod));
    }
  }

  private void remove(Stored pod) {
    Stored now = current(pod);
    if (now != null) {
      objects.delete(now, true);
    }
  }

  /** The same pod as it is now; null if it is gone. */
  Stored current(Stored pod) {
    Stored now = objects.get(ApiKind.PODS, pod.namespace(), pod.name());
    return now != null && now.uid().equals(pod.uid()) ? now : null;
  }

  private void resize(Stored pod) {
    Stored now = current(pod);
    if (now != null && isRunning(now)) {
      status(now, "Running", true);
    }
  }

  private static JsonNode container(Stored pod) {
    return pod.tree().path("spec").path("containers").path(0);
  }

  private static JsonNode inForce(Stored pod) {
    return pod.tree().path("status").path("containerStatuses").path(0).path("resources");
  }

  static boolean isRunning(Stored pod) {
    return "Running".equals(pod.tree().path("status").path("phase").asText());
  }

  /**
   * Creates a pod of an object that has this template.
   *
   * @param whenRunning happens once it runs
   */
  void make(
      Stored workload,
      String name,
      JsonNode template,
      Map<String, String> labels,
      Runnable whenRunning) {
    ObjectNode pod = template.deepCopy();
    ObjectNode metadata = Trees.child(pod, "metadata");
    metadata.put("name", name).put("namespace", workload.namespace());
    labels.forEach(Trees.child(metadata, "labels")::put);
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", workload.kind().apiVersion())
        .put("kind", workload.kind().kind())
        .put("name", workload.name())
        .put("uid", workload.uid())
        .put("controller", true);
    pod.put("apiVersion", "v1").put("kind", "Pod");
    Trees.child(pod, "spec").put("nodeName", SimulatedCluster.NODE);
    Stored made = objects.create(ApiKind.PODS, pod, false);
    starts.accept(
        latencies.podStarts(),
        () -> {
          Stored now = current(made);
          if (now != null && !now.terminating()) {
            status(now, "Running", true);
            whenRunning.run();
          }
        });
  }

  /** A pod has ended with this exit code. */
  void end(Stored pod, int exitCode) {
    Stored now = current(pod);
    if (now != null) {
      status(now, exitCode == 0 ? "Succeeded" : "Failed", false);
      objects.patch(
          current(pod),
          tree -> {
            ((ObjectNode) tree.at("/status/containerStatuses/0"))
                .withObject("/state/terminated")
                .put("exitCode", exitCode)
                .put("finishedAt", time.instant().toString());
            return tree;
          });
    }
  }

  /** A container is killed; that of a Job is not started again. */
  void kill(Stored pod) {
    if (pod.tree().path("spec").path("restartPolicy").asText().equals("Never")) {
      end(pod, KILLED);
      return;
    }
    int restarts = restarts(pod) + 1;
    status(pod, "Running", false);
    restarted(current(pod), restarts);
    starts.accept(
        latencies.podStarts(),
        () -> {
          Stored now = current(pod);
          if (now != null) {
            status(now, "Running", true);
            restarted(current(pod), restarts);
          }
        });
  }

  private static int restarts(Stored pod) {
    return pod.tree().at("/status/containerStatuses/0/restartCount").asInt();
  }

  private void restarted(Stored pod, int restarts) {
    objects.patch(
        pod,
        tree -> {
          ObjectNode container = (ObjectNode) tree.at("/status/containerStatuses/0");
          container.put("restartCount", restarts);
          container
              .withObject("/lastState/terminated")
              .put("exitCode", KILLED)
              .put("reason", "Error")
              .put("finishedAt", time.instant().toString());
          return tree;
        });
  }

  private void status(Stored pod, String phase, boolean ready) {
    JsonNode container = container(pod);
    objects.patch(
        pod,
        tree -> {
          ObjectNode status = tree.putObject("status").put("phase", phase);
          status
              .putArray("conditions")
              .addObject()
              .put("type", "Ready")
              .put("status", ready ? "True" : "False")
              .put("lastTransitionTime", time.instant().truncatedTo(SECONDS).toString());
          ObjectNode one =
              status
                  .putArray("containerStatuses")
                  .addObject()
                  .put("name", container.path("name").asText())
                  .put("image", container.path("image").asText())
                  .put("imageID", "sha256:simulated")
                  .put("ready", ready)
                  .put("restartCount", 0);
          one.set("resources", container.path("resources"));
          return tree;
        });
  }

  /** A pod prints a text now. */
  void print(Stored pod, String text) {
    List<Line> log = logs.computeIfAbsent(pod.uid(), uid -> new ArrayList<>());
    text.lines().forEach(line -> log.add(new Line(time.instant(), line)));
  }

  @Override
  public String read(Stored pod, String since) {
    Instant from = since == null ? Instant.MIN : Instant.parse(since);
    StringBuilder log = new StringBuilder();
    for (Line line : logs.getOrDefault(pod.uid(), List.of())) {
      if (!line.at().isBefore(from)) {
        log.append(line.at()).append(' ').append(line.text()).append('\n');
      }
    }
    return log.toString();
  }

  /** How long the cluster takes. */
  interface Latencies {
    Duration podStarts();

    Duration podEnds();

    Duration podIsResized();

    Duration controllerActs();

    Duration databaseStarts();
  }
}
