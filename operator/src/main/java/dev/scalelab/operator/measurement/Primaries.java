package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule that each database with replicas keeps its primary while it is measured. A failover may
 * be so short that no server notices it, and it restarts no container.
 */
final class Primaries {
  private Primaries() {}

  /** Databases whose primary changed within a step. */
  static List<Invalid> check(StepResult step) {
    return known(step).stream()
        .filter(database -> database.primaries().size() > 1)
        .map(
            database ->
                changed(
                    database.name() + " changed in step " + step.step(),
                    String.join(" and ", database.primaries())))
        .toList();
  }

  /** Databases whose primary changed between two steps of a run. */
  static List<Invalid> check(List<StepResult> steps) {
    List<Invalid> found = new ArrayList<>();
    Map<String, String> before = new HashMap<>();
    for (StepResult step : steps) {
      for (DatabaseEvidence database : known(step)) {
        if (database.primaries().size() == 1) {
          String now = database.primaries().get(0);
          String then = before.put(database.name(), now);
          if (then != null && !then.equals(now)) {
            found.add(
                changed(
                    database.name() + " changed before step " + step.step(), then + " and " + now));
          }
        }
      }
    }
    return found;
  }

  private static List<DatabaseEvidence> known(StepResult step) {
    return step.evidence() == null || step.evidence().databases() == null
        ? List.of()
        : step.evidence().databases().stream().filter(one -> one.primaries() != null).toList();
  }

  private static Invalid changed(String which, String primaries) {
    return Invalid.of(Reason.DATABASE_LOST, "the primary of the database %s: %s", which, primaries);
  }
}
