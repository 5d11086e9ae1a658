package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Violation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The queue of experiments that may use the same nodes: one at a time, the highest priority first,
 * and of the same priority the oldest. Pure.
 *
 * @param self the experiment to start
 * @param others experiments that may use one of its nodes
 */
record Queue(Entry self, List<Entry> others) {
  /** The state of an experiment in the queue. */
  enum Place {
    /** It is being measured. */
    STARTED("has started"),
    /** It has ended, and its testbed is still being removed. */
    LEAVING("ended, is suspended or is being deleted, but its testbed is not removed yet"),
    /** It waits only for its turn. */
    WAITING(null),
    /** It waits for something else, so others go first. */
    ASIDE(null),
    /** It uses no node and will not use one. */
    NONE(null);

    private final String text;

    Place(String text) {
      this.text = text;
    }

    static Place of(ScalabilityExperiment experiment) {
      if (experiment.isMarkedForDeletion()) {
        // Whatever delays its deletion, and be it in a pause, its pods use their nodes until they
        // are gone.
        return Lifetime.of(experiment).begun() ? LEAVING : NONE;
      }
      if (experiment.unreadableSpec().isPresent()
          || experiment.unreadableStatus().isPresent()
          || experiment.getSpec() == null) {
        return NONE;
      }
      ScalabilityExperimentStatus status = experiment.getStatus();
      if (Lifetime.finished(experiment)) {
        boolean stays =
            status.phase() == Phase.REJECTED
                || (Settled.labelled(experiment) && Settled.possible(experiment))
                || experiment.getSpec().testbedPolicy().retains(status.phase());
        return stays ? NONE : LEAVING;
      }
      if (started(experiment)) {
        return STARTED;
      }
      if (experiment.getSpec().suspends()) {
        // The pods that could not be removed still use their nodes.
        return Lifetime.of(experiment).begun() ? LEAVING : NONE;
      }
      return reason(status).map(Reason.QUEUED.text()::equals).orElse(true) ? WAITING : ASIDE;
    }

    /** Why it was not accepted; empty before its first reconciliation. */
    private static Optional<String> reason(ScalabilityExperimentStatus status) {
      return status == null || status.conditions() == null
          ? Optional.empty()
          : status.conditions().stream()
              .filter(condition -> "Accepted".equals(condition.getType()))
              .map(condition -> condition.getReason())
              .findFirst();
    }
  }

  /**
   * An experiment in the queue.
   *
   * @param name namespace/name
   * @param priority its priority
   * @param created its creationTimestamp
   * @param nodes shared nodes, for messages; null for the experiment itself
   */
  record Entry(String name, int priority, String created, Place place, String nodes) {
    static final Comparator<Entry> TURN =
        Comparator.comparing(Entry::priority, Comparator.reverseOrder())
            .thenComparing(Entry::created)
            .thenComparing(Entry::name);

    /** The one that is named first as a reason to wait. */
    static final Comparator<Entry> FIRST = Comparator.comparing(Entry::place).thenComparing(TURN);

    /** It may use these nodes too. */
    Entry sharing(String node) {
      return new Entry(name, priority, created, place, node);
    }

    /** It was allowed to start, and has not stored that yet. */
    Entry starting() {
      boolean waits = place == Place.WAITING || place == Place.ASIDE;
      return waits ? new Entry(name, priority, created, Place.STARTED, nodes) : this;
    }

    /** Whether the other one waits for it, if they may use the same node. */
    boolean goesBefore(Entry other) {
      return switch (place) {
        case STARTED, LEAVING -> true;
        case WAITING -> TURN.compare(this, other) < 0;
        case ASIDE, NONE -> false;
      };
    }
  }

  /** An experiment's entry. */
  static Entry entry(ScalabilityExperiment experiment) {
    return new Entry(
        experiment.getMetadata().getNamespace() + "/" + experiment.getMetadata().getName(),
        priority(experiment),
        experiment.getMetadata().getCreationTimestamp(),
        Place.of(experiment),
        null);
  }

  private static int priority(ScalabilityExperiment experiment) {
    return experiment.getSpec() == null || experiment.getSpec().priority() == null
        ? 0
        : experiment.getSpec().priority();
  }

  /** Whether it does not wait for others: its first trial has started, and it is not paused. */
  static boolean started(ScalabilityExperiment experiment) {
    return Lifetime.of(experiment).holdsNodes();
  }

  /** The experiment that goes first; empty when it is this one's turn. */
  Optional<Violation> ahead() {
    return others.stream()
        .filter(other -> other.goesBefore(self))
        .min(Entry.FIRST)
        .map(
            first ->
                waits(
                    "waits for %s, which %s and may use %s too"
                        .formatted(first.name(), why(first), first.nodes())));
  }

  private String why(Entry first) {
    if (first.place() != Place.WAITING) {
      return first.place().text;
    }
    return first.priority() == self.priority()
        ? "is older"
        : "has the priority %d instead of %d".formatted(first.priority(), self.priority());
  }

  /**
   * Whether it must first be queued: until now it waited for something else, so another experiment
   * that has not started and is reconciled at the same time would not wait for it.
   */
  Optional<Violation> joining() {
    return self.place() != Place.ASIDE
        ? Optional.empty()
        : others.stream()
            .filter(other -> other.place() == Place.WAITING || other.place() == Place.ASIDE)
            .min(Entry.TURN)
            .map(
                other ->
                    waits(
                        "is queued together with %s, which may use %s too"
                            .formatted(other.name(), other.nodes())));
  }

  private static Violation waits(String message) {
    return new Violation("", Reason.QUEUED, message);
  }
}
