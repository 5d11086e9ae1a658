package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.reconcile.PlayedLoad;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The servers that each load was on. The first load on new ones may find them cold in its first
 * step: a seed decides.
 */
final class LoadedServers {
  /** One of this number of first loads finds them cold. */
  private static final int COLD_ONE_OF = 3;

  private final ObjectMap objects;
  private final long seed;

  /** Their uids, by the namespace and the name of the load's Job. */
  private final Map<String, Set<String>> ofLoads = new HashMap<>();

  /** When a cold step began, in epoch seconds, by trial. */
  private final Map<String, List<Long>> coldSince = new HashMap<>();

  LoadedServers(ObjectMap objects, long seed) {
    this.objects = objects;
    this.seed = seed;
  }

  /**
   * A load begins. The way of a search depends on the CPU time of its first step, so its runs find
   * warm servers.
   */
  void begin(Stored job, Instant start, int steps) {
    String trial = job.label(Labels.TRIAL);
    Set<String> servers =
        objects.list(ApiKind.PODS, job.namespace()).stream()
            .filter(pod -> "application".equals(pod.label(Labels.TIER)))
            .filter(pod -> trial.equals(pod.label(Labels.TRIAL)))
            .map(Stored::uid)
            .collect(Collectors.toSet());
    boolean used =
        ofLoads.values().stream().anyMatch(known -> !Collections.disjoint(known, servers));
    ofLoads.put(load(job.namespace(), job.name()), servers);
    if (!used && steps > 1 && !searches(job) && findsThemCold(seed, job.name())) {
      coldSince.computeIfAbsent(trial, key -> new ArrayList<>()).add(start.getEpochSecond());
    }
  }

  private boolean searches(Stored job) {
    Stored experiment =
        objects.get(ApiKind.EXPERIMENTS, job.namespace(), job.label(Labels.EXPERIMENT));
    return experiment != null && experiment.tree().at("/spec/load").has("search");
  }

  /** Whether a load is one of those that find new servers cold. */
  static boolean findsThemCold(long seed, String job) {
    Random random = new Random(31 * seed + job.hashCode());
    random.nextInt(); // the first numbers of neighbouring seeds are alike
    return random.nextInt(COLD_ONE_OF) == 0;
  }

  /** For how many seconds the servers of a trial were loaded while they were cold, until a time. */
  double coldSeconds(String trial, double epochSeconds) {
    return coldSince.getOrDefault(trial, List.of()).stream()
        .mapToDouble(since -> Math.min(Math.max(0, epochSeconds - since), PlayedLoad.STEP_SECONDS))
        .sum();
  }

  /** Adds what is wrong with the rounds of a trial: each has servers of its own. */
  void check(Stored trial, List<String> problems) {
    Map<String, Set<String>> ofRounds = new HashMap<>();
    for (JsonNode run : trial.tree().at("/status/runs")) {
      if (!run.path("phase").asText().equals("Valid")) {
        continue;
      }
      String round = run.at("/plan/repetition").asText();
      Set<String> servers =
          ofLoads.getOrDefault(
              load(trial.namespace(), trial.name() + "-r" + run.path("number") + "-load"),
              Set.of());
      ofRounds.forEach(
          (other, known) -> {
            if (!other.equals(round) && !Collections.disjoint(known, servers)) {
              problems.add(
                  "%s: rounds %s and %s were measured on the same servers"
                      .formatted(trial.name(), other, round));
            }
          });
      ofRounds.merge(round, servers, LoadedServers::union);
    }
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  private static String load(String namespace, String job) {
    return namespace + "/" + job;
  }
}
