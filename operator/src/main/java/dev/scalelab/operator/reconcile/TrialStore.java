package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
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
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Reads and writes the trials of an experiment, which store all results. It reads from the API
 * server, once in each reconciliation, and never from a cache: a stale read could start a run
 * twice.
 */
@ApplicationScoped
public class TrialStore {
  private static final int LONGEST_LABEL_VALUE = 63;

  /** Page size of lists: a trial may have a megabyte, and the operator's heap is small. */
  private static final long PAGE = 5;

  private final KubernetesClient client;

  /** What running reconciliations have read, by the uid of their experiment. */
  private final Map<String, PassTrials> passes = new ConcurrentHashMap<>();

  public TrialStore(KubernetesClient client) {
    this.client = client;
  }

  /** A reconciliation begins: until its end a trial that has not ended is read only once. */
  void begin(ScalabilityExperiment experiment) {
    passes.put(experiment.getMetadata().getUid(), new PassTrials(TrialStore::withoutOldRuns));
  }

  /** A reconciliation has ended, successfully or not. */
  void end(ScalabilityExperiment experiment) {
    passes.remove(experiment.getMetadata().getUid());
  }

  /** What the running reconciliation has read; outside of one an empty one, to read everything. */
  private PassTrials pass(ScalabilityExperiment experiment) {
    PassTrials pass = passes.get(experiment.getMetadata().getUid());
    return pass == null ? new PassTrials(TrialStore::withoutOldRuns) : pass;
  }

  /**
   * Status of each of the experiment's trials, by name; an empty one for a trial without a status
   * yet. Successful trials have no runs here: they are not needed, and may be many megabytes.
   *
   * @throws UnreadableException when one of them was stored by another version of the operator
   */
  public Map<String, ScalabilityTrialStatus> statuses(ScalabilityExperiment experiment) {
    PassTrials pass = pass(experiment);
    boolean labelled = experiment.getMetadata().getName().length() <= LONGEST_LABEL_VALUE;
    if (labelled && !pass.isListed()) {
      list(experiment, pass);
    }
    return pass.statuses();
  }

  private void list(ScalabilityExperiment experiment, PassTrials pass) {
    String next = null;
    do {
      KubernetesResourceList<ScalabilityTrial> page = page(experiment, next);
      page.getItems().stream()
          .filter(trial -> trial.hasOwnerReferenceFor(experiment))
          .forEach(pass::put);
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    pass.setListed();
  }

  private KubernetesResourceList<ScalabilityTrial> page(
      ScalabilityExperiment experiment, String next) {
    return client
        .resources(ScalabilityTrial.class)
        .inNamespace(experiment.getMetadata().getNamespace())
        .withLabel(Labels.EXPERIMENT, experiment.getMetadata().getName())
        .list(new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
  }

  private static ScalabilityTrialStatus withoutOldRuns(ScalabilityTrial trial) {
    ScalabilityTrialStatus status = status(trial);
    return status.phase() == Phase.SUCCEEDED
        ? status.withRuns(invalidRunsWithoutSteps(status), status.progress())
        : status;
  }

  /** Their valid runs are counted in the result. */
  private static List<RunResult> invalidRunsWithoutSteps(ScalabilityTrialStatus status) {
    return status.runs().stream()
        .filter(run -> run.phase() == RunPhase.INVALID)
        .map(RunResult::withoutSteps)
        .toList();
  }

  private static ScalabilityTrialStatus status(ScalabilityTrial trial) {
    trial
        .unreadable()
        .ifPresent(
            reason -> {
              throw new UnreadableException(
                  "ScalabilityTrial %s: %s".formatted(trial.getMetadata().getName(), reason));
            });
    return trial.getStatus() == null
        ? ScalabilityTrialStatus.begun(trial.getMetadata().getCreationTimestamp())
        : trial.getStatus();
  }

  /** Status of a trial, with all of its runs. */
  public ScalabilityTrialStatus status(ScalabilityExperiment experiment, Configuration plan) {
    return status(require(experiment, plan.name()));
  }

  /**
   * Creates a trial's resource; an existing one is not changed.
   *
   * @throws NotOwnedException when a trial of that name belongs to another owner
   */
  public void create(ScalabilityExperiment experiment, Configuration plan) {
    ScalabilityTrial trial = new ScalabilityTrial();
    trial.setMetadata(
        new ObjectMetaBuilder()
            .withName(plan.name())
            .withNamespace(experiment.getMetadata().getNamespace())
            .withLabels(Labels.of(experiment.getMetadata().getName()))
            .withOwnerReferences(Owner.reference(experiment))
            .build());
    trial.setSpec(
        new ScalabilityTrialSpec(
            experiment.getMetadata().getName(),
            plan.variant(),
            plan.factors().isEmpty() ? null : plan.factors(),
            plan.replicas(),
            plan.order(),
            plan.repetitions(),
            plan.hash()));
    try {
      pass(experiment).put(client.resource(trial).create());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      ScalabilityTrial present = client.resource(trial).get();
      if (present != null && !present.hasOwnerReferenceFor(experiment)) {
        throw new NotOwnedException(present);
      }
    }
  }

  /** Why a trial of this name cannot be created; empty if it can, or exists already. */
  Optional<Violation> nameTaken(ScalabilityExperiment experiment, String name) {
    ScalabilityTrial present = resource(experiment, name).get();
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
            : new Violation("metadata.name", Reason.NAME_TAKEN, NotOwnedException.words(present)));
  }

  /** An owner reference by which its holder is removed with the trial. */
  public OwnerReference owner(ScalabilityExperiment experiment, Configuration plan) {
    return Owner.reference(require(experiment, plan.name()));
  }

  /**
   * Changes a trial's status; an unchanged status is not written.
   *
   * @throws KubernetesClientException when the status was changed since it was read; the next
   *     reconciliation decides again
   */
  public ScalabilityTrialStatus update(
      ScalabilityExperiment experiment,
      Configuration plan,
      UnaryOperator<ScalabilityTrialStatus> change) {
    return update(experiment, plan.name(), change);
  }

  /** As above, by the trial's name. */
  ScalabilityTrialStatus update(
      ScalabilityExperiment experiment, String name, UnaryOperator<ScalabilityTrialStatus> change) {
    ScalabilityTrial trial = require(experiment, name);
    ScalabilityTrialStatus before = trial.getStatus();
    ScalabilityTrialStatus after = change.apply(status(trial));
    if (after.equals(before)) {
      return after;
    }
    PassTrials pass = pass(experiment);
    pass.forget(name);
    try {
      pass.put(stored(trial, after));
    } catch (KubernetesClientException e) {
      ScalabilityTrial now =
          e.getCode() == HttpURLConnection.HTTP_CONFLICT ? resource(experiment, name).get() : null;
      boolean same =
          now != null
              && now.getMetadata().getUid().equals(trial.getMetadata().getUid())
              && Objects.equals(now.getStatus(), before);
      if (!same) {
        throw e;
      }
      pass.put(stored(now, after)); // only its labels or annotations were changed
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
  public void created(ScalabilityExperiment experiment, Configuration plan, String job) {
    update(experiment, plan, status -> status.created(job));
  }

  private ScalabilityTrial require(ScalabilityExperiment experiment, String name) {
    PassTrials pass = pass(experiment);
    return pass.open(name)
        .orElseGet(
            () -> {
              ScalabilityTrial read = resource(experiment, name).require();
              pass.put(read);
              return read;
            });
  }

  private Resource<ScalabilityTrial> resource(ScalabilityExperiment experiment, String name) {
    return client
        .resources(ScalabilityTrial.class)
        .inNamespace(experiment.getMetadata().getNamespace())
        .withName(name);
  }
}
