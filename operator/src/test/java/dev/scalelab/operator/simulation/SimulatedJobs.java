package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.reconcile.PlayedLoad;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Jobs: their pods print what the load generator and the audit print, and end. */
final class SimulatedJobs {
  private static final String NAME = "batch.kubernetes.io/job-name";
  private static final String UID = "batch.kubernetes.io/controller-uid";
  private static final String NUMBER = "batch.kubernetes.io/job-completion-index";

  /** Name of a trial's Job, which contains the number of servers. */
  private static final Pattern JOB = Pattern.compile(".*-(\\d+)-(?:r\\d+-.*|warmup)");

  private static final Duration SHORT_JOB = Duration.ofSeconds(6);
  private static final Duration AFTER_STEP = Duration.ofMillis(1200);

  private final ObjectMap objects;
  private final VirtualTime time;
  private final SimulatedPods.Latencies latencies;
  private final SimulatedPods pods;
  private final SimulatedCluster cluster;
  private final LoadedServers servers;

  /** The loads that began, by namespace and name of their Job. */
  private final Map<String, PlayedLoad> loads = new HashMap<>();

  private final Map<String, Integer> created = new HashMap<>();

  SimulatedJobs(
      ObjectMap objects,
      VirtualTime time,
      SimulatedPods.Latencies latencies,
      SimulatedPods pods,
      SimulatedCluster cluster,
      LoadedServers servers) {
    this.objects = objects;
    this.time = time;
    this.latencies = latencies;
    this.pods = pods;
    this.cluster = cluster;
    this.servers = servers;
    objects.listen(this::changed);
  }

  /** How often a Job of each name was created for each trial. */
  Map<String, Integer> created() {
    return created;
  }

  private void changed(ObjectMap.Change change) {
    Stored job = change.object();
    if (!job.kind().equals(ApiKind.JOBS) || change.before() != null) {
      return;
    }
    Stored trial = objects.get(ApiKind.TRIALS, job.namespace(), "" + job.label(Labels.TRIAL));
    created.merge(
        "%s of trial %s".formatted(job, trial == null ? "" : trial.uid()), 1, Integer::sum);
    int deadline = job.tree().path("spec").path("activeDeadlineSeconds").asInt();
    time.after(Duration.ofSeconds(deadline), () -> fail(job, "DeadlineExceeded"));
  }

  /** Creates its pods once; one that is missing or failed later fails the Job. */
  void act(Stored job) {
    if (ended(job) || job.tree().path("spec").path("suspend").asBoolean()) {
      return;
    }
    List<String> names = podNames(job);
    int known = job.metadata().path("annotations").path("simulated-pods").asInt();
    for (int number = known; number < names.size(); number++) {
      Map<String, String> labels = new HashMap<>(Map.of(NAME, job.name(), UID, job.uid()));
      if (names.size() > 1) {
        labels.put(NUMBER, "" + number);
      }
      if (!cluster.make(job, names.get(number), labels, () -> begin(job))) {
        return;
      }
      int made = number + 1;
      objects.patch(
          current(job),
          tree -> {
            tree.withObject("/metadata/annotations").put("simulated-pods", "" + made);
            return tree;
          });
    }
    for (String name : names.subList(0, known)) {
      Stored pod = objects.get(ApiKind.PODS, job.namespace(), name);
      if (pod == null || pod.terminating() || phase(pod).equals("Failed")) {
        fail(job, "BackoffLimitExceeded");
        return;
      }
    }
    if (known == names.size()
        && pods(job).stream().allMatch(pod -> phase(pod).equals("Succeeded"))) {
      time.after(latencies.controllerActs(), () -> condition(job, "Complete", null));
    }
  }

  private static List<String> podNames(Stored job) {
    int count = job.tree().path("spec").path("completions").asInt(1);
    List<String> names = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      names.add(job.name() + (count == 1 ? "" : "-" + number) + "-abcde");
    }
    return names;
  }

  private List<Stored> pods(Stored job) {
    return podNames(job).stream()
        .map(name -> objects.get(ApiKind.PODS, job.namespace(), name))
        .filter(pod -> pod != null && job.uid().equals(pod.label(UID)))
        .toList();
  }

  private static String phase(Stored pod) {
    return pod.tree().path("status").path("phase").asText();
  }

  /**
   * The programs begin together, when the last pod runs; those of a deleted experiment end soon.
   */
  private void begin(Stored job) {
    String experiment = job.label(Labels.EXPERIMENT);
    if (objects.get(ApiKind.EXPERIMENTS, job.namespace(), experiment) == null) {
      return;
    }
    if (pods(job).stream().filter(SimulatedPods::isRunning).count() < podNames(job).size()) {
      return;
    }
    if (job.name().endsWith("-load")) {
      beginLoad(job);
    } else {
      time.after(
          SHORT_JOB,
          () -> {
            PlayedLoad counted =
                loads.get(job.namespace() + "/" + job.name().replace("-audit", "-load"));
            if (job.name().endsWith("-audit") && counted != null) {
              print(job, counted.audit());
            }
            end(job);
          });
    }
  }

  private void beginLoad(Stored job) {
    Matcher names = JOB.matcher(job.name());
    if (!names.matches()) {
      throw new IllegalArgumentException(job.name());
    }
    int count = Integer.parseInt(names.group(1));
    PlayedLoad load =
        new PlayedLoad(job.name(), count, spec(job), levels(job), time.instant(), time);
    loads.put(job.namespace() + "/" + job.name(), load);
    servers.begin(job, time.instant(), load.steps());
    print(job, load.start());
    for (int step = 1; step <= load.steps(); step++) {
      int number = step;
      time.after(
          Duration.ofSeconds((long) PlayedLoad.STEP_SECONDS * step).plus(AFTER_STEP),
          () -> print(job, load.step(number)));
    }
    time.after(
        Duration.ofSeconds((long) PlayedLoad.STEP_SECONDS * load.steps()).plus(AFTER_STEP),
        () -> {
          print(job, load.end());
          end(job);
        });
  }

  /** The load of each step, as the Job has it. */
  private static List<Double> levels(Stored job) {
    List<Double> levels = new ArrayList<>();
    for (JsonNode setting : job.tree().at("/spec/template/spec/containers/0/env")) {
      if (List.of("RATES", "USERS").contains(setting.path("name").asText())) {
        Stream.of(setting.path("value").asText().split(","))
            .map(Double::valueOf)
            .forEach(levels::add);
      }
    }
    return levels;
  }

  private ScalabilityExperimentSpec spec(Stored job) {
    String experiment = job.label(Labels.EXPERIMENT);
    JsonNode stored =
        objects.require(ApiKind.EXPERIMENTS, job.namespace(), experiment).tree().path("spec");
    return Serialization.jsonMapper().convertValue(stored, ScalabilityExperimentSpec.class);
  }

  private void print(Stored job, String text) {
    pods(job).stream().filter(SimulatedPods::isRunning).forEach(pod -> pods.print(pod, text));
  }

  private void end(Stored job) {
    pods(job).stream().filter(SimulatedPods::isRunning).forEach(pod -> pods.end(pod, 0));
  }

  private Stored current(Stored job) {
    Stored now = objects.get(ApiKind.JOBS, job.namespace(), job.name());
    return now != null && now.uid().equals(job.uid()) ? now : null;
  }

  private void fail(Stored job, String reason) {
    Stored now = current(job);
    if (now != null && !ended(now)) {
      condition(job, "Failed", reason);
      pods(job).stream()
          .filter(pod -> !phase(pod).equals("Succeeded") && !phase(pod).equals("Failed"))
          .forEach(pod -> objects.delete(pod, false));
    }
  }

  private static boolean ended(Stored job) {
    for (JsonNode condition : job.tree().path("status").path("conditions")) {
      if (List.of("Complete", "Failed").contains(condition.path("type").asText())) {
        return true;
      }
    }
    return false;
  }

  private void condition(Stored job, String type, String reason) {
    Stored now = current(job);
    if (now == null || ended(now)) {
      return;
    }
    objects.patch(
        now,
        tree -> {
          ObjectNode condition =
              Trees.child(tree, "status")
                  .withArray("/conditions")
                  .addObject()
                  .put("type", type)
                  .put("status", "True")
                  .put("lastTransitionTime", time.instant().toString());
          if (reason != null) {
            condition.put("reason", reason);
          }
          return tree;
        });
  }
}
