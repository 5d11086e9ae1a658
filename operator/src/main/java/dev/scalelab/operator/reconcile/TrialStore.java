package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.UnreadableException;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.Owner;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Reads and writes the trials of an experiment, which store all results. The trial on which the
 * operator works is read from the API server when it begins to, and not from the watch, which may
 * be late: a stale read could start a run twice. From then on what was written last is kept. Of the
 * others, which may be thousands, summaries are kept. Both are read again when the watch reports a
 * change. Without a watch all are listed in each reconciliation.
 */
@ApplicationScoped
public class TrialStore {
  private final KubernetesClient client;
  private final TrialReader reader;
  private final WatchedTrials watched = new WatchedTrials();

  /** The trials of running reconciliations, by the uid of their experiment. */
  private final Map<String, TrialCache> running = new ConcurrentHashMap<>();

  public TrialStore(KubernetesClient client) {
    this.client = client;
    this.reader = new TrialReader(client);
  }

  /** To which changes of trials are reported. */
  WatchedTrials watched() {
    return watched;
  }

  /** A reconciliation begins: until its end a trial that has not ended is read at most once. */
  void begin(ScalabilityExperiment experiment) {
    TrialCache cache = watched.of(experiment);
    cache.begin();
    running.put(experiment.getMetadata().getUid(), cache);
  }

  /** A reconciliation has ended, successfully or not. */
  void end(ScalabilityExperiment experiment) {
    running.remove(experiment.getMetadata().getUid());
  }

  /** The experiment has ended or is being deleted. */
  void forget(ScalabilityExperiment experiment) {
    watched.forget(experiment);
  }

  /** What the running reconciliation has read; outside of one an empty one, to read everything. */
  private TrialCache cache(ScalabilityExperiment experiment) {
    TrialCache cache = running.get(experiment.getMetadata().getUid());
    return cache == null ? new TrialCache() : cache;
  }

  /**
   * Status of each of the experiment's trials, by name; an empty one for a trial without a status
   * yet. Trials that were not read by name have no steps here, and successful ones no valid runs:
   * they are not needed, and may be many megabytes.
   *
   * @throws UnreadableException when one of them was stored by another version of the operator
   */
  public Map<String, ScalabilityTrialStatus> statuses(ScalabilityExperiment experiment) {
    TrialCache cache = cache(experiment);
    if (!cache.isCurrent()) {
      reader.update(experiment, cache);
      cache.setCurrent();
    }
    return cache.statuses();
  }

  /** Reads a trial whole, before a reconciliation works on it; it may not exist. */
  void read(ScalabilityExperiment experiment, String name) {
    TrialCache cache = cache(experiment);
    if (cache.open(name).isEmpty()) {
      reader.read(experiment, cache, name);
    }
  }

  /** Status of a trial, with all of its runs. */
  public ScalabilityTrialStatus status(
      ScalabilityExperiment experiment, Configuration configuration) {
    return TrialReader.status(require(experiment, configuration.name()));
  }

  /**
   * Creates a trial's resource; an existing one is not changed.
   *
   * @throws NotOwnedException when a trial of that name belongs to another owner
   */
  public void create(ScalabilityExperiment experiment, Configuration configuration) {
    ScalabilityTrial trial = new ScalabilityTrial();
    trial.setMetadata(
        new ObjectMetaBuilder()
            .withName(configuration.name())
            .withNamespace(experiment.getMetadata().getNamespace())
            .withLabels(Labels.of(experiment.getMetadata().getName()))
            .withOwnerReferences(Owner.reference(experiment))
            .build());
    trial.setSpec(
        new ScalabilityTrialSpec(
            experiment.getMetadata().getName(),
            configuration.variant(),
            configuration.factors().isEmpty() ? null : configuration.factors(),
            configuration.replicas(),
            configuration.order(),
            configuration.repetitions(),
            configuration.hash()));
    try {
      ScalabilityTrial created = client.resource(trial).create();
      cache(experiment).put(created, TrialReader.status(created));
    } catch (KubernetesClientException e) {
      boolean conflict = e.getCode() == HttpURLConnection.HTTP_CONFLICT;
      ScalabilityTrial present = conflict ? client.resource(trial).get() : null;
      if (present == null) {
        throw e; // also if it was deleted meanwhile, or a webhook denies with this code
      }
      if (!present.hasOwnerReferenceFor(experiment)) {
        throw new NotOwnedException(present);
      }
    }
  }

  /** Why a trial of this name cannot be created; empty if it can, or exists already. */
  Optional<Violation> nameTaken(ScalabilityExperiment experiment, String name) {
    ScalabilityTrial present = reader.resource(experiment, name).get();
    if (present == null || present.hasOwnerReferenceFor(experiment)) {
      return Optional.empty();
    }
    boolean earlier =
        present.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> owner.getName().equals(experiment.getMetadata().getName()));
    return Optional.of(
        earlier
            ? new Violation(
                "",
                Reason.QUEUED,
                "waits until ScalabilityTrial %s of an earlier experiment of this name is deleted"
                    .formatted(name))
            : new Violation(
                "metadata.name", Reason.NAME_TAKEN, NotOwnedException.message(present)));
  }

  /** An owner reference by which its holder is removed with the trial. */
  public OwnerReference owner(ScalabilityExperiment experiment, Configuration configuration) {
    return Owner.reference(require(experiment, configuration.name()));
  }

  /**
   * Changes a trial's status; an unchanged status is not written.
   *
   * @throws KubernetesClientException when the status was changed since it was read; the next
   *     reconciliation decides again
   */
  public ScalabilityTrialStatus update(
      ScalabilityExperiment experiment,
      Configuration configuration,
      UnaryOperator<ScalabilityTrialStatus> change) {
    return update(experiment, configuration.name(), change);
  }

  /** As above, by the trial's name. */
  ScalabilityTrialStatus update(
      ScalabilityExperiment experiment, String name, UnaryOperator<ScalabilityTrialStatus> change) {
    ScalabilityTrial trial = require(experiment, name);
    ScalabilityTrialStatus before = trial.getStatus();
    ScalabilityTrialStatus after = change.apply(TrialReader.status(trial));
    if (after.equals(before)) {
      return after;
    }
    TrialCache cache = cache(experiment);
    cache.forget(name);
    try {
      cache.put(stored(trial, after), after);
    } catch (KubernetesClientException e) {
      ScalabilityTrial now =
          e.getCode() == HttpURLConnection.HTTP_CONFLICT
              ? reader.resource(experiment, name).get()
              : null;
      boolean same =
          now != null
              && now.getMetadata().getUid().equals(trial.getMetadata().getUid())
              && Objects.equals(now.getStatus(), before);
      if (!same) {
        throw e;
      }
      cache.put(stored(now, after), after); // only its labels or annotations were changed
    }
    return after;
  }

  private ScalabilityTrial stored(ScalabilityTrial trial, ScalabilityTrialStatus status) {
    trial.setStatus(status);
    return client.resource(trial).updateStatus();
  }

  /**
   * Whether the experiment was deleted meanwhile: its trials are deleted with it, even during a
   * reconciliation.
   */
  public boolean deleted(ScalabilityExperiment experiment) {
    ScalabilityExperiment now = stored(experiment);
    return now == null
        || now.isMarkedForDeletion()
        || !now.getMetadata().getUid().equals(experiment.getMetadata().getUid());
  }

  /** Whether the experiment was changed or deleted since it was read. */
  boolean changed(ScalabilityExperiment experiment) {
    ScalabilityExperiment now = stored(experiment);
    return now == null
        || !now.getMetadata()
            .getResourceVersion()
            .equals(experiment.getMetadata().getResourceVersion());
  }

  private ScalabilityExperiment stored(ScalabilityExperiment experiment) {
    return client
        .resources(ScalabilityExperiment.class)
        .inNamespace(experiment.getMetadata().getNamespace())
        .withName(experiment.getMetadata().getName())
        .get();
  }

  /**
   * Records that a Job was created for the part that the trial waits for: if it is missing later,
   * it was deleted.
   */
  public void created(ScalabilityExperiment experiment, Configuration configuration, String job) {
    update(experiment, configuration, status -> status.created(job));
  }

  private ScalabilityTrial require(ScalabilityExperiment experiment, String name) {
    TrialCache cache = cache(experiment);
    return cache
        .open(name)
        .orElseGet(
            () -> {
              ScalabilityTrial read = reader.resource(experiment, name).require();
              cache.put(read, TrialReader.status(read));
              return read;
            });
  }
}
