package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.testbed.TierNodes;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * What each experiment that is not settled needs to know of the others, as last seen by a watch: an
 * experiment that waits for others thereby asks nobody. It may be out of date, so one that may
 * start by it still asks the API server.
 */
@ApplicationScoped
public class Neighbours {
  private static final Logger LOG = Logger.getLogger(Neighbours.class);

  /**
   * By when the watch has usually seen every experiment; a broken namespace does not stop others.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final PodSettings pods;
  private final Topology topology;

  /**
   * By namespace and name: a deletion that was missed is reported without the uid, and a new
   * experiment of the same name takes the place of the old one.
   */
  private final Map<ResourceID, Neighbour> all = new ConcurrentHashMap<>();

  /** What each experiment waits for besides its turn, to know how many wait for the same. */
  private final Map<ResourceID, Object> causes = new ConcurrentHashMap<>();

  private final AtomicLong changes = new AtomicLong();
  private volatile BooleanSupplier complete = () -> true;
  private final Timing timing;
  private volatile long startedNanos;

  /**
   * @param pods default settings of all pods
   */
  public Neighbours(PodSettings pods, Topology topology, Timing timing) {
    this.pods = pods;
    this.topology = topology;
    this.timing = timing;
    this.startedNanos = timing.nanoTime() - PATIENCE.toNanos();
  }

  /**
   * One experiment.
   *
   * @param entry its place in the queue
   * @param uid its uid
   * @param generation generation of the spec that its pods are of
   * @param pods settings of its pods, which decide which nodes it may use
   * @param deleted whether it is marked for deletion
   */
  record Neighbour(
      ResourceID id,
      String uid,
      Queue.Entry entry,
      Long generation,
      Set<PodSettings> pods,
      boolean deleted) {
    private boolean isOf(String otherUid, Long otherGeneration) {
      return uid.equals(otherUid) && Objects.equals(generation, otherGeneration);
    }

    private boolean waits() {
      return entry.place() == Queue.Place.WAITING || entry.place() == Queue.Place.ASIDE;
    }
  }

  /**
   * The watch begins.
   *
   * @param seenAll whether it has seen every experiment
   */
  void begin(BooleanSupplier seenAll) {
    startedNanos = timing.nanoTime();
    complete = seenAll;
  }

  /** Whether every experiment is known, as far as it can be. */
  boolean known() {
    return complete.getAsBoolean() || timing.nanoTime() - startedNanos >= PATIENCE.toNanos();
  }

  /** The watch has seen an experiment. A settled one that is deleted may have kept its testbed. */
  void seen(ScalabilityExperiment experiment) {
    ResourceID id = ResourceID.fromResource(experiment);
    boolean deleted = experiment.isMarkedForDeletion();
    boolean settled = Settled.labelled(experiment) && !deleted;
    if (settled || Queue.Place.of(experiment) == Queue.Place.NONE) {
      gone(experiment);
      return;
    }
    Neighbour now =
        new Neighbour(
            id,
            experiment.getMetadata().getUid(),
            Queue.entry(experiment),
            experiment.getMetadata().getGeneration(),
            pods(experiment),
            deleted);
    if (!now.equals(all.put(id, now))) {
      changes.incrementAndGet();
    }
  }

  /**
   * The watch has seen that an experiment is gone; perhaps only its namespace and name are known.
   */
  void gone(HasMetadata experiment) {
    ResourceID id = ResourceID.fromResource(experiment);
    causes.remove(id);
    if (all.remove(id) != null) {
      changes.incrementAndGet();
    }
  }

  /** A namespace can no longer be watched: nobody waits for what may be out of date there. */
  void goneWith(String namespace) {
    if (all.keySet().removeIf(id -> id.getNamespace().filter(namespace::equals).isPresent())) {
      changes.incrementAndGet();
    }
  }

  /**
   * Settings of an experiment's pods, planned only if its spec is not the known one; empty if it
   * cannot be planned, which its own reconciliation reports.
   */
  Set<PodSettings> pods(ScalabilityExperiment experiment) {
    Neighbour known = all.get(ResourceID.fromResource(experiment));
    return known != null
            && known.isOf(
                experiment.getMetadata().getUid(), experiment.getMetadata().getGeneration())
        ? known.pods()
        : planned(experiment);
  }

  /**
   * Records what an experiment waits for, which nobody watches.
   *
   * @return the number of those in its namespace that wait for the same, at least 1
   */
  int waitsFor(ScalabilityExperiment experiment, Object cause) {
    ResourceID id = ResourceID.fromResource(experiment);
    Object key = List.of(experiment.getMetadata().getNamespace(), cause);
    causes.put(id, key);
    return (int) causes.values().stream().filter(key::equals).count();
  }

  /** It waits for nothing that is not watched. */
  void waitsForNothingElse(ScalabilityExperiment experiment) {
    causes.remove(ResourceID.fromResource(experiment));
  }

  /** Number of experiments that wait for something that nobody watches. */
  int waitingForOtherThings() {
    return causes.size();
  }

  private Set<PodSettings> planned(ScalabilityExperiment experiment) {
    try {
      return topology.settings(
          Planner.plan(
              experiment.getMetadata().getName(),
              experiment.getSpec(),
              pods,
              experiment.recordedDatabases()));
    } catch (RuntimeException e) {
      LOG.debugf(e, "%s cannot be planned", experiment.getMetadata().getName());
      return Set.of();
    }
  }

  /** Grows with each change that may let an experiment go first. */
  long changes() {
    return changes.get();
  }

  /** Number of experiments that have not started. */
  int waiting() {
    return (int) all.values().stream().filter(Neighbour::waits).count();
  }

  /** Number of experiments that have started and not ended. */
  int started() {
    return (int)
        all.values().stream().filter(each -> each.entry().place() == Queue.Place.STARTED).count();
  }

  /** Those that wait for something else than their turn. */
  Set<ResourceID> aside() {
    return all.values().stream()
        .filter(each -> each.entry().place() == Queue.Place.ASIDE)
        .map(Neighbour::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * Those that had started and are marked for deletion: something may be left of their testbeds.
   */
  List<Neighbour> deleted() {
    return all.values().stream().filter(Neighbour::deleted).toList();
  }

  /** Whether an experiment is neither settled nor gone. */
  boolean isThere(ResourceID experiment) {
    return all.containsKey(experiment);
  }

  /** Those that have not started, in the order of their turns. */
  List<Neighbour> notStarted() {
    return all.values().stream()
        .filter(Neighbour::waits)
        .sorted(Comparator.comparing(Neighbour::entry, Queue.Entry.TURN))
        .toList();
  }

  /**
   * Why an experiment has to wait for another one; empty if nothing is known that it would wait
   * for. One whose testbed is being removed counts only by its pods, which are not known here.
   */
  Optional<Violation> ahead(
      ScalabilityExperiment experiment, Set<PodSettings> uses, TierNodes nodes) {
    return ahead(Queue.entry(experiment), ResourceID.fromResource(experiment), uses, nodes);
  }

  private Optional<Violation> ahead(
      Queue.Entry self, ResourceID id, Set<PodSettings> uses, TierNodes nodes) {
    return all.entrySet().stream()
        .filter(other -> !other.getKey().equals(id))
        .map(Map.Entry::getValue)
        .filter(other -> other.entry().place() != Queue.Place.LEAVING)
        .filter(other -> other.entry().goesBefore(self))
        .sorted(Comparator.comparing(Neighbour::entry, Queue.Entry.FIRST))
        .flatMap(
            other ->
                nodes.shared(uses, other.pods()).map(node -> other.entry().sharing(node)).stream())
        .findFirst()
        .flatMap(first -> new Queue(self, List.of(first)).ahead());
  }

  /** Those that wait for their turn, and whose turn it is as far as is known here. */
  List<ResourceID> firsts(TierNodes nodes) {
    List<ResourceID> firsts = new ArrayList<>();
    all.forEach(
        (id, each) -> {
          if (each.entry().place() == Queue.Place.WAITING
              && ahead(each.entry(), id, each.pods(), nodes).isEmpty()) {
            firsts.add(id);
          }
        });
    return firsts;
  }
}
