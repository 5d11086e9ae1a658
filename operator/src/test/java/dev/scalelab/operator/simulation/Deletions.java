package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.platform.Labels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which pods of servers were deleted while a load was on them. */
final class Deletions {
  private final ObjectMap objects;

  /** The uids of the pods, by the Job of the load. */
  private final Map<String, Set<String>> deleted = new HashMap<>();

  Deletions(ObjectMap objects) {
    this.objects = objects;
    objects.listen(this::changed);
  }

  private void changed(ObjectMap.Change change) {
    Stored pod = change.object();
    boolean begins =
        pod.kind().equals(ApiKind.PODS)
            && change.before() != null
            && !change.before().terminating()
            && (change.after() == null || change.after().terminating());
    if (begins && "application".equals(pod.label(Labels.TIER))) {
      loadOn(pod).ifPresent(job -> of(job).add(pod.uid()));
    }
  }

  private Set<String> of(String job) {
    return deleted.computeIfAbsent(job, name -> new LinkedHashSet<>());
  }

  /** The running load of the pod's trial. */
  private java.util.Optional<String> loadOn(Stored pod) {
    return objects.list(ApiKind.PODS, pod.namespace()).stream()
        .filter(other -> "load".equals(other.label(Labels.TIER)))
        .filter(other -> ("" + pod.label(Labels.TRIAL)).equals(other.label(Labels.TRIAL)))
        .filter(other -> SimulatedPods.isRunning(other) && !other.terminating())
        .map(other -> other.label("batch.kubernetes.io/job-name"))
        .filter(job -> job.endsWith("-load"))
        .findFirst();
  }

  /**
   * For each valid run of an experiment how many pods were deleted under its load, and whether the
   * operator saw that all were there again; nothing without disturbances.
   *
   * @param problems where those that are recorded and were not deleted are added
   */
  List<String> ofValidRuns(Stored experiment, List<String> problems) {
    if (experiment.tree().path("spec").path("disturbances").isEmpty()) {
      return List.of();
    }
    Map<String, String> runs = new TreeMap<>();
    for (Stored trial : objects.list(ApiKind.TRIALS, experiment.namespace())) {
      if (!experiment.name().equals(trial.label(Labels.EXPERIMENT))) {
        continue;
      }
      for (JsonNode run : trial.tree().at("/status/runs")) {
        if (run.path("phase").asText().equals("Valid")) {
          String name = "%s-r%s-load".formatted(trial.name(), run.path("number").asText());
          runs.put(
              "round " + run.at("/plan/repetition").asText(),
              of(name).size() + " deleted" + (back(run) ? ", back" : ""));
          check(name, run, problems);
        }
      }
    }
    return new ArrayList<>(runs.entrySet().stream().map(Object::toString).toList());
  }

  private static boolean back(JsonNode run) {
    return run.at("/disturbances/0").hasNonNull("podsBackAt");
  }

  private void check(String job, JsonNode run, List<String> problems) {
    JsonNode made = run.path("disturbances").path(0);
    String uid = made.at("/pods/0/uid").asText();
    if (made.path("madeAt").isMissingNode() || !of(job).contains(uid)) {
      problems.add("%s is valid, but its disturbance is %s".formatted(job, made));
    }
  }
}
