package dev.scalelab.operator.report;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions as in the Kubernetes API: the transition time changes only with the status. */
final class Conditions {
  static final String ACCEPTED = "Accepted";
  static final String TESTBED_READY = "TestbedReady";
  static final String SUSPENDED = "Suspended";
  static final String FINISHED = "Finished";
  static final String PODS_CHANGED = "PodsChanged";

  private static final String ALLOWED = "spec and cluster allow the experiment";

  /** The API's own limit is 32768; this one keeps a status readable. */
  private static final int LONGEST_MESSAGE = 1024;

  private final List<Condition> before;
  private final List<Condition> conditions = new ArrayList<>();
  private final Long generation;
  private final Instant now;

  Conditions(List<Condition> before, Long generation, Instant now) {
    this.before = before == null ? List.of() : before;
    this.generation = generation;
    this.now = now;
  }

  Conditions add(String type, boolean status, Reason reason, String message) {
    String text = status ? "True" : "False";
    String since =
        before.stream()
            .filter(old -> old.getType().equals(type) && old.getStatus().equals(text))
            .map(Condition::getLastTransitionTime)
            .findFirst()
            .orElse(now.toString());
    conditions.add(
        new ConditionBuilder()
            .withType(type)
            .withStatus(text)
            .withReason(reason.text())
            .withMessage(shorten(message))
            .withObservedGeneration(generation)
            .withLastTransitionTime(since)
            .build());
    return this;
  }

  /**
   * Accepted, possibly although nodes were still to be created when it started.
   *
   * @param expectedNodes what was missing in the cluster then; null if nothing
   * @param added rules broken by configurations that were added later, which are not measured
   */
  Conditions accepted(String expectedNodes, List<Violation> added) {
    String expected =
        expectedNodes == null
            ? ""
            : "; nodes are expected to be created on demand: " + expectedNodes;
    String refused =
        added.isEmpty() ? "" : "; added later and not measured: " + Violation.text(added);
    return add(ACCEPTED, true, Reason.ACCEPTED, ALLOWED + expected + refused);
  }

  /**
   * Not suspended now. Absent if it never was and shall not be.
   *
   * @param pending what is still to be done before it is suspended; null if it shall not be
   */
  Conditions suspended(String pending) {
    if (pending != null) {
      return add(SUSPENDED, false, Reason.IN_PROGRESS, pending);
    }
    boolean ever = before.stream().anyMatch(old -> old.getType().equals(SUSPENDED));
    return ever ? add(SUSPENDED, false, Reason.RESUMED, "it is not suspended") : this;
  }

  /**
   * Added only if pods were changed: an absent condition means that all are as requested. It stays
   * when the trial that had them is settled.
   */
  Conditions podsChanged(Optional<String> changes) {
    changes
        .or(
            () ->
                before.stream()
                    .filter(old -> old.getType().equals(PODS_CHANGED))
                    .map(Condition::getMessage)
                    .findFirst())
        .ifPresent(text -> add(PODS_CHANGED, true, Reason.PODS_CHANGED, text));
    return this;
  }

  List<Condition> build() {
    return List.copyOf(conditions);
  }

  static String shorten(String message) {
    return Message.shorten(message, LONGEST_MESSAGE);
  }
}
