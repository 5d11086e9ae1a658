package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The restarts that follow from disturbances: one of each disturbed pod, under its own name or,
 * where its controller gives names at random, under another of the same controller; and after a
 * switchover one of another instance: CloudNativePG (1.30.0) ends the former primary's container.
 * Pure.
 *
 * @param pods names of the disturbed pods, except for promoted ones
 * @param promoted names of the databases' pods that became primaries
 */
public record PlannedRestarts(List<String> pods, List<String> promoted) {
  static final PlannedRestarts NONE = new PlannedRestarts(List.of(), List.of());

  /** A name that a ReplicaSet has given, which differs from pod to pod. */
  private static final Pattern RANDOM = Pattern.compile("(.+-)[a-z0-9]{5}");

  /** Those of the disturbances that were begun in a run so far. */
  public static PlannedRestarts of(RunResult run) {
    Set<String> switchovers =
        run.plan().planned().stream()
            .filter(planned -> planned.action() == DisturbanceAction.SWITCHOVER)
            .map(PlannedDisturbance::name)
            .collect(Collectors.toSet());
    return new PlannedRestarts(
        begun(run, one -> !switchovers.contains(one.name())),
        begun(run, one -> switchovers.contains(one.name())));
  }

  private static List<String> begun(RunResult run, Predicate<DisturbanceResult> which) {
    List<DisturbanceResult> all = run.disturbances() == null ? List.of() : run.disturbances();
    return all.stream()
        .filter(one -> one.begunAt() != null)
        .filter(which)
        .flatMap(one -> one.pods().stream().map(DisturbedPod::pod))
        .toList();
  }

  /** How many of the restarted pods, named once for each restart, were not planned. */
  int besides(List<String> restarted) {
    return unplanned(restarted).size();
  }

  /** Those of the restarted pods, named once for each restart, that were not planned. */
  public List<String> unplanned(List<String> restarted) {
    List<String> open = new ArrayList<>(pods);
    List<String> others = new ArrayList<>(restarted);
    others.removeIf(open::remove);
    others.removeIf(other -> open.removeIf(pod -> follows(other, pod)));
    List<String> primaries = new ArrayList<>(promoted);
    others.removeIf(other -> primaries.removeIf(pod -> isAnotherInstance(other, pod)));
    return others;
  }

  /** Instances of a Cluster are named after it, with a number. */
  private static boolean isAnotherInstance(String other, String promoted) {
    return !other.equals(promoted) && cluster(other).equals(cluster(promoted));
  }

  private static String cluster(String instance) {
    return instance.substring(0, instance.lastIndexOf('-') + 1);
  }

  private static boolean follows(String other, String pod) {
    Matcher one = RANDOM.matcher(other);
    Matcher two = RANDOM.matcher(pod);
    return one.matches() && two.matches() && one.group(1).equals(two.group(1));
  }
}
