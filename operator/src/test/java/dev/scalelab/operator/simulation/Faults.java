package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** Lets go wrong what is planned for a time; the rest is done by the {@link OperatorConnection}. */
final class Faults {
  private static final String FINALIZER = "example.com/stuck";

  private final Simulation simulation;
  private final ObjectMap objects;
  private final OperatorConnection connection;
  private final WatchStreams watches;
  private int prometheusDown;
  private int apiServerDown;
  private int podsFull;
  private int jobsFull;

  Faults(Simulation simulation) {
    this.simulation = simulation;
    this.objects = simulation.objects();
    this.connection = simulation.connection();
    this.watches = simulation.watches();
    objects.admitBy(this::admit);
  }

  boolean prometheusIsDown() {
    return prometheusDown > 0;
  }

  private void admit(Stored object) {
    boolean full =
        object.kind().equals(ApiKind.PODS) && podsFull > 0
            || object.kind().equals(ApiKind.JOBS) && jobsFull > 0;
    if (full) {
      throw new ApiError(
          403,
          "Forbidden",
          "%s \"%s\" is forbidden: exceeded quota: team, requested: count=1, used: count=9, limited: count=9"
              .formatted(object.kind().plural(), object.name()));
    }
  }

  /** Plans those that have a time. */
  void plan(List<Fault> faults) {
    for (Fault fault : faults) {
      if (!fault.kind().isOfWrite()) {
        simulation
            .time()
            .after(
                fault.at(),
                () -> {
                  if (happens(fault)) {
                    connection.note(fault.toString());
                    connection.count(fault.kind());
                  }
                });
      }
    }
  }

  /** False if there is nothing that it could concern. */
  private boolean happens(Fault fault) {
    return switch (fault.kind()) {
      case KILLED -> killed();
      case WATCH_MUTE -> ofWatch(() -> watches.mute(fault.pick(), fault.lasting()));
      case WATCHES_MUTE -> ofWatch(() -> watches.muteAll(fault.lasting()));
      case WATCH_DISCONNECTED -> ofWatch(() -> watches.disconnect(fault.pick()));
      case WATCH_EXPIRED -> ofWatch(() -> watches.expire(fault.pick()));
      case EVENT_REPEATED -> ofWatch(() -> watches.repeat(fault.pick()));
      case API_SERVER_DOWN ->
          lasting(fault, () -> setDown(++apiServerDown), () -> setDown(--apiServerDown));
      case PROMETHEUS_DOWN -> lasting(fault, () -> prometheusDown++, () -> prometheusDown--);
      case PODS_QUOTA_FULL -> lasting(fault, () -> podsFull++, () -> podsFull--);
      case JOBS_QUOTA_FULL -> lasting(fault, () -> jobsFull++, () -> jobsFull--);
      case STARTS_HELD ->
          lasting(fault, () -> simulation.cluster().hold(1), () -> simulation.cluster().hold(-1));
      case CONFIGURATION_ADDED -> add(fault);
      case EXPERIMENT_SUSPENDED -> suspend(fault);
      case EXPERIMENT_TERMINATED -> change(fault, tree -> tree.put("terminate", true)) != null;
      case POD_DELETED -> delete(fault, of(ApiKind.PODS));
      case POD_RESTARTED -> restart(fault, of(ApiKind.PODS));
      case JOB_DELETED -> delete(fault, of(ApiKind.JOBS));
      case TRIAL_DELETED -> delete(fault, objects.list(ApiKind.TRIALS, null));
      case EXPERIMENT_DELETED -> delete(fault, objects.list(ApiKind.EXPERIMENTS, null));
      case DELETION_STUCK -> stick(fault, simulation.witness().left());
      default -> throw new IllegalArgumentException(fault.toString());
    };
  }

  private boolean killed() {
    boolean alive = !connection.dead();
    connection.kill();
    return alive;
  }

  private boolean ofWatch(Runnable what) {
    if (watches.count() == 0) {
      return false;
    }
    what.run();
    return true;
  }

  private void setDown(int times) {
    connection.setDown(times > 0);
  }

  private boolean lasting(Fault fault, Runnable begin, Runnable end) {
    begin.run();
    simulation.time().after(fault.lasting(), end);
    return true;
  }

  private List<Stored> of(ApiKind kind) {
    return simulation.witness().left().stream()
        .filter(object -> object.kind().equals(kind))
        .toList();
  }

  private static Stored picked(Fault fault, List<Stored> found) {
    return found.isEmpty() ? null : found.get(fault.pick() % found.size());
  }

  private boolean delete(Fault fault, List<Stored> found) {
    Stored one = picked(fault, found);
    if (one == null || one.terminating()) {
      return false;
    }
    connection.note("somebody deletes " + one);
    objects.delete(one, false);
    return true;
  }

  /** One with another number of servers. */
  private boolean add(Fault fault) {
    Stored changed =
        change(
            fault,
            spec -> {
              ArrayNode replicas = (ArrayNode) spec.at("/sweep/replicas");
              replicas.add(replicas.get(replicas.size() - 1).asInt() + 1);
            });
    return changed != null;
  }

  private boolean suspend(Fault fault) {
    Stored one = change(fault, spec -> spec.put("suspend", true));
    if (one == null) {
      return false;
    }
    simulation.time().after(fault.lasting(), () -> resume(one));
    return true;
  }

  private void resume(Stored suspended) {
    Stored now = objects.get(ApiKind.EXPERIMENTS, suspended.namespace(), suspended.name());
    if (now != null && now.uid().equals(suspended.uid())) {
      change(now, spec -> spec.put("suspend", false));
    }
  }

  /** Changes the spec of an experiment; those that have ended are refused by the API server. */
  private Stored change(Fault fault, Consumer<ObjectNode> what) {
    Stored one = picked(fault, objects.list(ApiKind.EXPERIMENTS, null));
    if (one == null || one.terminating() || Witness.ended(one)) {
      return null;
    }
    change(one, what);
    return one;
  }

  private void change(Stored experiment, Consumer<ObjectNode> what) {
    objects.patch(
        experiment,
        tree -> {
          what.accept(Trees.child(tree, "spec"));
          return tree;
        });
  }

  private boolean restart(Fault fault, List<Stored> found) {
    Stored pod = picked(fault, found);
    if (pod == null || !SimulatedPods.isRunning(pod) || pod.terminating()) {
      return false;
    }
    connection.note("a container is killed in " + pod);
    simulation.cluster().pods().kill(pod);
    return true;
  }

  private boolean stick(Fault fault, List<Stored> found) {
    Stored one = picked(fault, found);
    if (one == null || one.terminating()) {
      return false;
    }
    connection.note("a finalizer holds " + one);
    objects.patch(
        one,
        tree -> {
          Trees.child(tree, "metadata").putArray("finalizers").add(FINALIZER);
          return tree;
        });
    simulation.time().after(fault.lasting(), () -> release(one));
    return true;
  }

  private void release(Stored object) {
    Stored now = objects.get(object.kind(), object.namespace(), object.name());
    if (now != null && now.uid().equals(object.uid())) {
      objects.patch(
          now,
          tree -> {
            ObjectNode metadata = Trees.child(tree, "metadata");
            metadata.remove("finalizers");
            return tree;
          });
    }
  }
}
