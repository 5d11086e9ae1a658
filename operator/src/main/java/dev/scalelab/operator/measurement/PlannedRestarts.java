package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The restarts that follow from disturbances: one of each disturbed pod, under its own name or,
 * where its controller gives names at random, under another of the same controller. Pure.
 *
 * @param pods names of the disturbed pods
 */
public record PlannedRestarts(List<String> pods) {
  static final PlannedRestarts NONE = new PlannedRestarts(List.of());

  /** A name that a ReplicaSet has given, which differs from pod to pod. */
  private static final Pattern RANDOM = Pattern.compile("(.+-)[a-z0-9]{5}");

  /** Those of the disturbances that were begun in a run so far. */
  static PlannedRestarts of(RunResult run) {
    List<DisturbanceResult> all = run.disturbances() == null ? List.of() : run.disturbances();
    return new PlannedRestarts(
        all.stream()
            .filter(one -> one.begunAt() != null)
            .flatMap(one -> one.pods().stream().map(DisturbedPod::pod))
            .toList());
  }

  /** How many of the restarted pods, named once for each restart, were not planned. */
  int besides(List<String> restarted) {
    List<String> open = new ArrayList<>(pods);
    List<String> others = new ArrayList<>(restarted);
    others.removeIf(open::remove);
    others.removeIf(other -> open.removeIf(pod -> follows(other, pod)));
    return others.size();
  }

  private static boolean follows(String other, String pod) {
    Matcher one = RANDOM.matcher(other);
    Matcher two = RANDOM.matcher(pod);
    return one.matches() && two.matches() && one.group(1).equals(two.group(1));
  }
}
