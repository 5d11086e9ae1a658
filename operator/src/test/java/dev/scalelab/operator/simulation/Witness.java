package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Sees everything that happens in a simulation, and what must not. */
final class Witness implements OperatorProcess.Watcher {
  private static final Set<String> ENDS = Set.of("Succeeded", "Failed", "Rejected", "Terminated");

  private final ObjectMap objects;
  private final SimulatedCluster cluster;
  private final LoadedServers servers;
  private final OperatorConnection connection;
  private final List<String> problems = new ArrayList<>();
  private final List<Long> micros = new ArrayList<>();

  /** The pods that were deleted while a load was on them, in their order. */
  private final Deletions deletions;

  Witness(
      ObjectMap objects,
      SimulatedCluster cluster,
      LoadedServers servers,
      OperatorConnection connection) {
    this.objects = objects;
    this.cluster = cluster;
    this.servers = servers;
    this.connection = connection;
    this.deletions = new Deletions(objects);
    objects.listen(this::changed);
  }

  /** What was wrong, as it happened. */
  List<String> problems() {
    return problems;
  }

  int reconciliations() {
    return micros.size();
  }

  /** How long each took on this machine, in microseconds. */
  long[] reconciliationMicros() {
    return micros.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public void reconciled(Duration duration) {
    micros.add(duration.toNanos() / 1000);
  }

  @Override
  public void fails(String experiment, Exception e) {
    connection.note("       %s fails: %s".formatted(experiment, e));
    boolean ofApi = false;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      ofApi |= cause instanceof KubernetesClientException;
    }
    if (!ofApi) {
      problems.add(
          "%s: an error of the operator itself: %s at %s"
              .formatted(experiment, e, e.getStackTrace()[0]));
    }
  }

  private void changed(ObjectMap.Change change) {
    if (change.object().kind().equals(ApiKind.TRIALS)
        && change.before() != null
        && change.after() != null) {
      stepsRemain(change.before(), change.after());
    }
  }

  private void stepsRemain(Stored before, Stored after) {
    Map<String, JsonNode> known = steps(before);
    Map<String, JsonNode> now = steps(after);
    known.forEach(
        (step, counts) -> {
          if (!Objects.equals(counts, now.get(step))) {
            problems.add(
                "%s: %s was lost or counted again: %s, then %s"
                    .formatted(after.name(), step, counts, now.get(step)));
          }
        });
  }

  /** The counts of every recorded step. */
  private Map<String, JsonNode> steps(Stored trial) {
    Map<String, JsonNode> steps = new HashMap<>();
    for (JsonNode run : trial.tree().path("status").path("runs")) {
      for (JsonNode step : run.path("steps")) {
        String name = "run %s step %s".formatted(run.path("number"), step.path("step"));
        if (steps.put(name, step.path("counts")) != null) {
          problems.add("%s: %s is recorded twice".formatted(trial.name(), name));
        }
      }
    }
    return steps;
  }

  /** How many pods of servers were deleted in each valid run of an experiment with disturbances. */
  List<String> deletedUnderLoad(Stored experiment) {
    return deletions.ofValidRuns(experiment, problems);
  }

  /** Whether every experiment has ended, and nothing of their testbeds is left. */
  boolean over() {
    return objects.list(ApiKind.EXPERIMENTS, null).stream().allMatch(Witness::ended)
        && left().isEmpty();
  }

  static boolean ended(Stored experiment) {
    return ENDS.contains(experiment.tree().path("status").path("phase").asText());
  }

  /** Objects of testbeds that should not exist now. */
  List<Stored> left() {
    List<Stored> left = new ArrayList<>();
    for (ApiKind kind : ApiKind.ALL) {
      if (kind != ApiKind.EVENTS && kind != ApiKind.NODES) {
        objects.list(kind, null).stream()
            .filter(object -> object.label(Labels.EXPERIMENT) != null)
            .filter(object -> object.label(Labels.TIER) != null)
            .forEach(left::add);
      }
    }
    return left;
  }

  /** Names every rule that does not hold at the end. */
  List<String> judge() {
    List<String> all = new ArrayList<>(problems);
    for (Stored experiment : objects.list(ApiKind.EXPERIMENTS, null)) {
      JsonNode status = experiment.tree().path("status");
      if (!ended(experiment)) {
        all.add(
            "%s has not ended: %s, %s"
                .formatted(
                    experiment.name(),
                    status.path("phase").asText("no phase"),
                    status.path("message").asText()));
      } else if (!finished(status)
          || status.path("verdict").asText().isEmpty()
          || status.path("message").asText().isEmpty()) {
        all.add("%s has ended without a reason: %s".formatted(experiment.name(), status));
      }
    }
    left().forEach(object -> all.add("left behind: " + object));
    objects.list(ApiKind.TRIALS, null).forEach(trial -> judge(trial, all));
    cluster
        .jobs()
        .created()
        .forEach(
            (job, times) -> {
              if (times > 1 && job.contains("-load ")) { // others are repeated for new servers
                all.add("%s was started %d times".formatted(job, times));
              }
            });
    return all;
  }

  private static boolean finished(JsonNode status) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals("Finished")) {
        return condition.path("status").asText().equals("True")
            && !condition.path("reason").asText().isEmpty();
      }
    }
    return false;
  }

  /** Whether each round has runs of its own for its loads. */
  private boolean searches(Stored trial) {
    Stored experiment =
        objects.get(ApiKind.EXPERIMENTS, trial.namespace(), trial.label(Labels.EXPERIMENT));
    return experiment != null && experiment.tree().at("/spec/load").has("search");
  }

  private void judge(Stored trial, List<String> all) {
    JsonNode status = trial.tree().path("status");
    String message = status.path("message").asText();
    if (status.path("reason").asText().equals("WarmUpFailed")
        && !message.contains("not ready after")) { // nothing but lost pods and Jobs fails it here
      all.add("%s: a lost warm-up was not repeated: %s".formatted(trial.name(), message));
    }
    if (message.contains("the last: NotWarm")) {
      all.add("%s: it failed since its servers were cold: %s".formatted(trial.name(), message));
    }
    servers.check(trial, all);
    Set<String> numbers = new HashSet<>();
    Set<String> rounds = new HashSet<>();
    boolean searches = searches(trial);
    for (JsonNode run : status.path("runs")) {
      if (!numbers.add(run.path("number").asText())) {
        all.add("%s: run %s is recorded twice".formatted(trial.name(), run.path("number")));
      }
      if (run.path("phase").asText().equals("Valid")) {
        if (run.path("steps").size() != run.path("plan").path("steps").size()) {
          all.add(
              "%s: steps are missing in the valid run %s"
                  .formatted(trial.name(), run.path("number")));
        }
        String round = run.path("plan").path("repetition").asText();
        if (!rounds.add(round) && !searches) {
          all.add("%s: round %s was measured twice".formatted(trial.name(), round));
        }
      }
    }
    int wanted = trial.tree().path("spec").path("repetitions").asInt();
    boolean whole =
        status.path("phase").asText().equals("Succeeded")
            && status.path("reason").asText().isEmpty(); // the reason of one that was terminated
    if (whole && rounds.size() != wanted) {
      all.add("%s: %d rounds instead of %d".formatted(trial.name(), rounds.size(), wanted));
    }
  }
}
