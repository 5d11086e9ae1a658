package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.support.Healthy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The other parts of a cluster: Kubernetes' controllers, its garbage collector, and CloudNativePG.
 * Each acts some time after a change, by the state that it finds then.
 */
final class SimulatedCluster {
  static final String NODE = "simulated-app";

  /** After a refusal controllers try again, in truth after ever longer times. */
  private static final Duration AGAIN = Duration.ofSeconds(15);

  private static final Duration WHILE_HELD = Duration.ofSeconds(3);

  private final ObjectMap objects;
  private final VirtualTime time;
  private final SimulatedPods.Latencies latencies;
  private final SimulatedPods pods;
  private final SimulatedJobs jobs;

  /** The uids of those that try again later. */
  private final Set<String> refused = new HashSet<>();

  private int warnings;
  private int held;

  SimulatedCluster(
      ObjectMap objects,
      VirtualTime time,
      SimulatedPods.Latencies latencies,
      LoadedServers servers) {
    this.objects = objects;
    this.time = time;
    this.latencies = latencies;
    this.pods = new SimulatedPods(objects, time, latencies, this::start);
    this.jobs = new SimulatedJobs(objects, time, latencies, pods, this, servers);
    objects.listen(this::changed);
    List.of("app", "load", "database").forEach(this::createNode);
  }

  /** Lets nothing start while the sum of these is above zero. */
  void hold(int more) {
    held += more;
  }

  /** Something that starts after a time, unless that is held up. */
  void start(Duration duration, Runnable what) {
    time.after(
        duration,
        () -> {
          if (held > 0) {
            start(WHILE_HELD, what);
          } else {
            what.run();
          }
        });
  }

  SimulatedPods pods() {
    return pods;
  }

  SimulatedJobs jobs() {
    return jobs;
  }

  private void createNode(String role) {
    ObjectNode node = Trees.object().put("apiVersion", "v1").put("kind", "Node");
    ObjectNode metadata = node.putObject("metadata").put("name", "simulated-" + role);
    metadata.putObject("labels").put("scalelab.dev/role", role);
    Stored created = objects.create(ApiKind.NODES, node, false);
    objects.patch(
        created,
        tree -> {
          ObjectNode status = tree.putObject("status");
          status.putObject("allocatable").put("cpu", "640").put("memory", "2560Gi");
          status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
          return tree;
        });
  }

  private void changed(ObjectMap.Change change) {
    Stored object = change.object();
    if (change.after() == null) {
      time.after(latencies.controllerActs(), () -> collectGarbage(object));
    } else if (change.before() == null && !ObjectMap.owners(object).isEmpty()) {
      time.after(latencies.controllerActs(), () -> deleteWithoutOwner(object));
    }
    if (object.kind().equals(ApiKind.PODS)) {
      JsonNode owner = object.metadata().path("ownerReferences").path(0);
      workload(owner, object.namespace()).ifPresent(this::actLater);
    } else if (change.before() == null) {
      actLater(object);
    }
  }

  private java.util.Optional<Stored> workload(JsonNode owner, String namespace) {
    return ApiKind.ALL.stream()
        .filter(kind -> kind.kind().equals(owner.path("kind").asText()))
        .map(kind -> objects.get(kind, namespace, owner.path("name").asText()))
        .filter(found -> found != null && found.uid().equals(owner.path("uid").asText()))
        .findFirst();
  }

  /** What has no owner any more is deleted. */
  private void collectGarbage(Stored gone) {
    for (Stored dependent : objects.dependents(gone.uid())) {
      deleteWithoutOwner(dependent);
    }
  }

  private void deleteWithoutOwner(Stored object) {
    Stored now = objects.get(object.kind(), object.namespace(), object.name());
    if (now != null
        && now.uid().equals(object.uid())
        && ObjectMap.owners(now).stream().noneMatch(objects::exists)) {
      objects.delete(now, false);
    }
  }

  private void actLater(Stored object) {
    time.after(latencies.controllerActs(), () -> act(object));
  }

  private void act(Stored object) {
    Stored now = objects.get(object.kind(), object.namespace(), object.name());
    if (now == null || !now.uid().equals(object.uid()) || now.terminating()) {
      return;
    }
    if (now.kind().equals(ApiKind.STATEFUL_SETS)) {
      int replicas = now.tree().path("spec").path("replicas").asInt(1);
      run(now, IntStream.range(0, replicas).mapToObj(i -> now.name() + "-" + i).toList());
    } else if (now.kind().equals(ApiKind.DEPLOYMENTS)) {
      run(now, List.of(now.name() + "-6d4b-x7k2p"));
    } else if (now.kind().equals(ApiKind.JOBS)) {
      jobs.act(now);
    } else if (now.kind().equals(ApiKind.DATABASES)) {
      startDatabase(now);
    }
  }

  /** Creates the pods that are missing, and counts those that are ready. */
  private void run(Stored workload, List<String> names) {
    int ready = 0;
    for (String name : names) {
      Stored pod = objects.get(ApiKind.PODS, workload.namespace(), name);
      if (pod == null) {
        make(workload, name, Map.of(), () -> {});
      } else if (SimulatedPods.isRunning(pod) && !pod.terminating()) {
        ready++;
      }
    }
    Stored now = objects.get(workload.kind(), workload.namespace(), workload.name());
    int readyNow = ready;
    objects.patch(
        now,
        tree -> {
          Trees.child(tree, "status").put("replicas", names.size()).put("readyReplicas", readyNow);
          return tree;
        });
  }

  /** Creates a pod; if that is refused, this is reported by an event and tried again. */
  boolean make(Stored workload, String name, Map<String, String> labels, Runnable whenRunning) {
    try {
      pods.make(workload, name, workload.tree().path("spec").path("template"), labels, whenRunning);
      return true;
    } catch (ApiError e) {
      warn(workload, "FailedCreate", e.getMessage());
      if (refused.add(workload.uid())) {
        time.after(
            AGAIN,
            () -> {
              refused.remove(workload.uid());
              act(workload);
            });
      }
      return false;
    }
  }

  private void warn(Stored about, String reason, String message) {
    ObjectNode event = Trees.object().put("apiVersion", "v1").put("kind", "Event");
    event
        .putObject("metadata")
        .put("namespace", about.namespace())
        .put("name", about.name() + "." + ++warnings);
    event
        .put("type", "Warning")
        .put("reason", reason)
        .put("message", message)
        .put("lastTimestamp", time.instant().toString());
    event
        .putObject("involvedObject")
        .put("kind", about.kind().kind())
        .put("namespace", about.namespace())
        .put("name", about.name())
        .put("uid", about.uid());
    objects.create(ApiKind.EVENTS, event, false);
  }

  private void startDatabase(Stored cluster) {
    if (!cluster.tree().has("status")) {
      setStatus(cluster, Map.of("phase", "Setting up primary"));
      int instances = cluster.tree().path("spec").path("instances").asInt(1);
      start(
          latencies.databaseStarts(),
          () -> {
            Stored now = objects.get(cluster.kind(), cluster.namespace(), cluster.name());
            if (now != null && now.uid().equals(cluster.uid())) {
              setStatus(now, Healthy.status(instances));
            }
          });
    }
  }

  private void setStatus(Stored object, Map<String, Object> status) {
    objects.patch(
        object,
        tree -> {
          tree.set("status", Trees.of(status));
          return tree;
        });
  }
}
