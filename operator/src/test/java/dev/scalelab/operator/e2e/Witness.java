package dev.scalelab.operator.e2e;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.StepResult;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Records every Job of an experiment that was ever created, and every step as first recorded. To be
 * called after an earlier experiment of the same name is deleted, and before the experiment is
 * applied.
 */
final class Witness implements AutoCloseable {
  private final Map<String, Set<String>> jobs = new ConcurrentHashMap<>();
  private final Map<String, StepResult> steps = new ConcurrentHashMap<>();
  private final List<SharedIndexInformer<?>> informers;

  Witness(Cluster cluster, String experiment) {
    informers =
        List.of(
            cluster
                .client()
                .batch()
                .v1()
                .jobs()
                .inNamespace(Cluster.NAMESPACE)
                .withLabel("scalelab.dev/experiment", experiment)
                .inform(handler(this::remember)),
            cluster
                .client()
                .resources(ScalabilityTrial.class)
                .inNamespace(Cluster.NAMESPACE)
                .withLabel("scalelab.dev/experiment", experiment)
                .inform(handler(this::remember)));
  }

  /** The uids of each Job's name: one, if it was created once. */
  Map<String, Set<String>> jobs() {
    return jobs;
  }

  /** A step of a trial's run as it was when it was first recorded, without evidence. */
  StepResult firstSeen(String trial, int run, int step) {
    return steps.get(key(trial, run, step));
  }

  /** Every step as it was when it was first recorded, without evidence, by {@link #key}. */
  Map<String, StepResult> steps() {
    return steps;
  }

  /** CloudNativePG's own Jobs also have the experiment's label. */
  private void remember(Job job) {
    if (job.getMetadata().getOwnerReferences().stream()
        .noneMatch(owner -> owner.getKind().equals("ScalabilityExperiment"))) {
      return;
    }
    jobs.computeIfAbsent(job.getMetadata().getName(), name -> ConcurrentHashMap.newKeySet())
        .add(job.getMetadata().getUid());
  }

  private void remember(ScalabilityTrial trial) {
    if (trial.getStatus() == null) {
      return;
    }
    for (RunResult run : trial.getStatus().runs()) {
      run.steps()
          .forEach(
              step ->
                  steps.putIfAbsent(
                      key(trial.getMetadata().getName(), run.number(), step.step()),
                      step.evidenced(null)));
    }
  }

  static String key(String trial, int run, int step) {
    return trial + "/" + run + "/" + step;
  }

  private static <T> ResourceEventHandler<T> handler(Consumer<T> seen) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T added) {
        seen.accept(added);
      }

      @Override
      public void onUpdate(T before, T after) {
        seen.accept(after);
      }

      @Override
      public void onDelete(T deleted, boolean finalStateUnknown) {}
    };
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::stop);
  }

  /**
   * How often each Job of a trial is created. The servers of a repeated run are new, and are warmed
   * up again; a run that was stopped early has no audit.
   */
  static Map<String, Integer> jobsOf(String trial, List<RunResult> runs) {
    Map<String, Integer> jobs = new HashMap<>(Map.of(trial + "-warmup", runs.size()));
    for (RunResult run : runs) {
      String name = "%s-r%d-".formatted(trial, run.number());
      jobs.put(name + "reset", 1);
      jobs.put(name + "load", 1);
      if (run.audit() != null) {
        jobs.put(name + "audit", 1);
      }
    }
    return jobs;
  }
}
