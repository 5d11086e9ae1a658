package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Jobs whose pods print what their programs would, and end after some moves. */
final class PlayedJobs {
  private static final String JOB_NAME = "batch.kubernetes.io/job-name";
  private static final String POD_NUMBER = "batch.kubernetes.io/job-completion-index";

  /** Name of a trial's Job, which contains the number of servers. */
  private static final Pattern JOB = Pattern.compile(".*-(\\d+)-(?:r\\d+-.*|warmup)");

  private final KubernetesClient client;
  private final PlayedPods pods;
  private final PlayedEndpoints endpoints;
  private final Map<String, Set<String>> uids = new TreeMap<>();
  private final Map<String, Integer> moves = new HashMap<>();
  private final Map<String, PlayedLoad> loads = new HashMap<>();
  private InstantSource now = InstantSource.system();
  private Duration ahead = Duration.ZERO;
  private boolean repeated;

  PlayedJobs(KubernetesClient client, PlayedPods pods, PlayedEndpoints endpoints) {
    this.client = client;
    this.pods = pods;
    this.endpoints = endpoints;
  }

  void now(InstantSource source) {
    now = source;
  }

  void clocksAhead(Duration byThis) {
    ahead = byThis;
  }

  void repeatSteps() {
    repeated = true;
  }

  /** The uids of each Job's name. */
  Map<String, Set<String>> uids() {
    return uids;
  }

  /** One move: a Job ends after some; a load prints its first steps well before its end. */
  void play(ScalabilityExperiment experiment, Job job) {
    String uid = job.getMetadata().getUid();
    uids.computeIfAbsent(job.getMetadata().getName(), name -> new TreeSet<>()).add(uid);
    int move = moves.merge(uid, 1, Integer::sum);
    for (int number = 0; number < job.getSpec().getCompletions(); number++) {
      play(experiment, job, number, move);
    }
    if (move == 4) {
      completeUnlessDeleted(job);
    }
  }

  /** With several pods, each is a step behind the previous one, until they end. */
  private void play(ScalabilityExperiment experiment, Job job, int number, int move) {
    String name = job.getMetadata().getName();
    boolean alone = job.getSpec().getCompletions() == 1;
    String pod = name + (alone ? "" : "-" + number) + "-abcde";
    boolean load = name.endsWith("-load");
    switch (move) {
      case 1 -> {
        PodTemplateSpec template = job.getSpec().getTemplate();
        template.getMetadata().getLabels().put(JOB_NAME, name);
        if (!alone) {
          template.getMetadata().getLabels().put(POD_NUMBER, "" + number);
        }
        pods.make(pod, job, template);
      }
      case 2 -> {
        pods.setStatus(pod, "Running", "True");
        endpoints.print(pod, load ? load(experiment, job).start() : "");
      }
      case 3 -> endpoints.print(pod, load ? steps(load(experiment, job), 1, 2 - number) : "");
      case 4 -> {
        endpoints.print(
            pod,
            load
                ? steps(load(experiment, job), repeated ? 1 : 3 - number, Integer.MAX_VALUE)
                    + load(experiment, job).end()
                : name.endsWith("-audit")
                    ? loads.get(name.replace("-audit", "-load")).audit()
                    : "");
        pods.setStatus(pod, "Succeeded", "False");
      }
      default -> {
        // The server has ended.
      }
    }
  }

  private PlayedLoad load(ScalabilityExperiment experiment, Job job) {
    String load = job.getMetadata().getName();
    Matcher names = JOB.matcher(load);
    assertThat(names.matches()).as(load).isTrue();
    int servers = Integer.parseInt(names.group(1));
    return loads.computeIfAbsent(
        load,
        name ->
            PlayedLoad.ended(name, servers, experiment.getSpec(), levels(job), now.instant())
                .ahead(ahead));
  }

  /** The load of each step, as the Job has it. */
  private static List<Double> levels(Job job) {
    return job.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv().stream()
        .filter(setting -> List.of("RATES", "USERS").contains(setting.getName()))
        .flatMap(setting -> Stream.of(setting.getValue().split(",")))
        .map(Double::valueOf)
        .toList();
  }

  private static String steps(PlayedLoad load, int first, int last) {
    List<String> lines = new ArrayList<>();
    for (int step = first; step <= Math.min(last, load.steps()); step++) {
      lines.add(load.step(step));
    }
    return String.join("", lines);
  }

  private void complete(Job job) {
    String now = Instant.now().toString();
    client
        .resource(
            new JobBuilder(job)
                .withNewStatus()
                .withStartTime(job.getMetadata().getCreationTimestamp())
                .withCompletionTime(now)
                .withSucceeded(job.getSpec().getCompletions())
                .addNewCondition()
                .withType("SuccessCriteriaMet")
                .withStatus("True")
                .withLastTransitionTime(now)
                .endCondition()
                .addNewCondition()
                .withType("Complete")
                .withStatus("True")
                .withLastTransitionTime(now)
                .endCondition()
                .endStatus()
                .build())
        .updateStatus();
  }

  private void completeUnlessDeleted(Job job) {
    try {
      complete(job);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }
}
