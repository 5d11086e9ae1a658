package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.reconcile.Queue.Entry;
import dev.scalelab.operator.reconcile.Queue.Place;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Experiments for which an experiment waits before its first trial starts. */
class QueueTest {
  private static final String OLDER = "2026-01-01T11:00:00Z";
  private static final String OWN = "2026-01-01T12:00:00Z";
  private static final String YOUNGER = "2026-01-01T13:00:00Z";
  private static final Map<String, String> TIMES =
      Map.of("older", OLDER, "same", OWN, "younger", YOUNGER);

  @ParameterizedTest(name = "{1}, {0}: {2}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # age,   its place, what is said of it
          older,   STARTED,   has started
          younger, STARTED,   has started
          older,   LEAVING,   'ended, is suspended or is being deleted, but its testbed is not removed yet'
          younger, LEAVING,   'ended, is suspended or is being deleted, but its testbed is not removed yet'
          older,   WAITING,   is older
          younger, WAITING,   -
          older,   ASIDE,     -
          younger, ASIDE,     -
          older,   NONE,      -
          """)
  void waitsForOneOther(String age, Place place, String message) {
    Queue queue =
        queue(Place.WAITING, new Entry("lab/other", 0, TIMES.get(age), place, "the node node-1"));

    assertThat(queue.ahead())
        .isEqualTo(
            Optional.ofNullable(message)
                .map(
                    text ->
                        new Violation(
                            "",
                            Reason.QUEUED,
                            "waits for lab/other, which %s and may use the node node-1 too"
                                .formatted(text))));
  }

  @ParameterizedTest(name = "{0} of priority {1}, {2}: {3}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # age,   priority, its place, what is said of it
          younger, 6,        WAITING,   has the priority 6 instead of 5
          older,   4,        WAITING,   -
          older,   5,        WAITING,   is older
          younger, 5,        WAITING,   -
          younger, 6,        ASIDE,     -
          younger, -7,       STARTED,   has started
          """)
  void theHighestPriorityGoesFirstAndNobodyIsStoppedForIt(
      String age, int priority, Place place, String message) {
    Entry own = new Entry("lab/b", 5, OWN, Place.WAITING, null);
    Entry other = new Entry("lab/other", priority, TIMES.get(age), place, "node");

    assertThat(new Queue(own, List.of(other)).ahead().map(Violation::message).orElse("none"))
        .contains(message == null ? "none" : message);
  }

  @Test
  void oneThatWasAllowedToStartIsNotOvertakenBeforeItHasStoredThat() {
    Entry urgent = new Entry("lab/urgent", 9, YOUNGER, Place.WAITING, null);

    assertThat(new Queue(urgent, List.of(waiting("lab/usual", OLDER).starting())).ahead())
        .isPresent();
  }

  @Test
  void ofTheSameAgeTheFirstByNameGoesFirst() {
    assertThat(queue(Place.WAITING, waiting("lab/a", OWN)).ahead()).isPresent();
    assertThat(queue(Place.WAITING, waiting("lab/z", OWN)).ahead()).isEmpty();
  }

  @Test
  void theOneThatIsMeasuredIsNamedBeforeAnOlderOneThatWaits() {
    Queue queue =
        queue(
            Place.WAITING,
            waiting("lab/old", OLDER),
            new Entry("lab/on", 0, YOUNGER, Place.STARTED, "the node node-2"));

    assertThat(queue.ahead().orElseThrow().message()).contains("lab/on", "the node node-2");
  }

  @Test
  void oneThatStoodAsideTakesItsPlaceBeforeItStarts() {
    Entry waiting = waiting("lab/young", YOUNGER);
    Entry aside = new Entry("lab/aside", 0, OLDER, Place.ASIDE, "the node node-1");
    Entry started = new Entry("lab/on", 0, OLDER, Place.STARTED, "the node node-1");

    assertThat(queue(Place.ASIDE, waiting).joining()).isPresent();
    assertThat(queue(Place.ASIDE, aside).joining())
        .as("it may have become able to start at the same moment")
        .isPresent();
    assertThat(queue(Place.ASIDE).joining()).as("no other experiment uses the nodes").isEmpty();
    assertThat(queue(Place.ASIDE, started).joining()).isEmpty();
    assertThat(queue(Place.WAITING, waiting, aside).joining()).as("it has a place").isEmpty();
  }

  @ParameterizedTest(name = "older {0}, younger {1}: {2}")
  @CsvSource({
    "WAITING, WAITING, older",
    "WAITING, ASIDE,   older",
    "ASIDE,   WAITING, younger",
    "ASIDE,   ASIDE,   none, both take their place first"
  })
  void ofTwoThatLookAtTheSameMomentOneStarts(Place older, Place younger, String starts) {
    Entry one = new Entry("lab/one", 0, OLDER, older, "node");
    Entry two = new Entry("lab/two", 0, YOUNGER, younger, "node");

    assertThat(starts(new Queue(one, List.of(two)))).isEqualTo(starts.equals("older"));
    assertThat(starts(new Queue(two, List.of(one)))).isEqualTo(starts.equals("younger"));
  }

  private static boolean starts(Queue queue) {
    return queue.ahead().isEmpty() && queue.joining().isEmpty();
  }

  @ParameterizedTest(name = "{0} with {1}, started {2}, policy {3}: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # phase,   Accepted,       started, policy,          place
          -,         -,              false,   Delete,          WAITING
          QUEUED,    Queued,         false,   Delete,          WAITING
          QUEUED,    NoMatchingNode, false,   Delete,          ASIDE
          QUEUED,    QuotaTooSmall,  false,   Delete,          ASIDE
          RUNNING,   Accepted,       true,    Delete,          STARTED
          QUEUED,    NoMatchingNode, true,    Delete,          STARTED
          SUCCEEDED, Accepted,       true,    Delete,          LEAVING
          FAILED,    Accepted,       true,    Delete,          LEAVING
          SUCCEEDED, Accepted,       true,    Retain,          NONE
          FAILED,    Accepted,       true,    RetainOnFailure, NONE
          TERMINATED, Accepted,      true,    RetainOnFailure, LEAVING
          TERMINATED, Accepted,      true,    Retain,          NONE
          SUCCEEDED, Accepted,       true,    RetainOnFailure, LEAVING
          REJECTED,  NameInvalid,    false,   Delete,          NONE
          """)
  void placeOfAnExperiment(
      Phase phase, String accepted, boolean started, String policy, Place expected) {
    ScalabilityExperiment experiment =
        Experiments.with(Experiments.small("lab"), "testbedPolicy: " + policy);
    experiment.getMetadata().setGeneration(1L);
    if (phase != null) {
      var condition = new ConditionBuilder().withType("Accepted").withReason(accepted).build();
      experiment.setStatus(
          ScalabilityExperimentStatusBuilder.builder()
              .observedGeneration(1L)
              .phase(phase)
              .startTime(started ? OWN : null)
              .conditions(List.of(condition))
              .build());
    }

    assertThat(Place.of(experiment)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} with {1}, started {2}, in a pause {3}, suspend {4}: {5}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # phase,   Accepted,  started, pause, suspend, place
          -,         -,         false,   false, true,    NONE
          QUEUED,    Queued,    false,   false, true,    NONE
          SUSPENDED, Suspended, false,   false, true,    NONE
          SUSPENDED, Suspended, false,   false, false,   ASIDE
          RUNNING,   Accepted,  true,    false, true,    STARTED
          SUSPENDED, Accepted,  true,    true,  true,    LEAVING
          SUSPENDED, Accepted,  true,    true,  false,   ASIDE
          QUEUED,    Queued,    true,    true,  false,   WAITING
          RUNNING,   Accepted,  true,    false, false,   STARTED
          """)
  void placeOfOneThatIsSuspended(
      Phase phase, String accepted, boolean started, boolean pause, boolean suspend, Place place) {
    ScalabilityExperiment experiment =
        Experiments.with(Experiments.small("lab"), "suspend: " + suspend);
    experiment.getMetadata().setGeneration(1L);
    if (phase != null) {
      var condition = new ConditionBuilder().withType("Accepted").withReason(accepted).build();
      experiment.setStatus(
          ScalabilityExperimentStatusBuilder.builder()
              .observedGeneration(1L)
              .phase(phase)
              .startTime(started ? OWN : null)
              .pauses(new PauseStatus(pause ? OWN : null, 0L, null))
              .conditions(List.of(condition))
              .build());
    }

    assertThat(Place.of(experiment)).isEqualTo(place);
  }

  /** A finalizer of others may keep it, and its load goes on. */
  @ParameterizedTest(name = "{0}, started {1}, in a pause {2}, policy {3}: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # phase,   started, pause, policy, place
          -,         false,   false, Delete, NONE
          QUEUED,    false,   false, Delete, NONE
          RUNNING,   true,    false, Delete, LEAVING
          SUSPENDED, true,    true,  Delete, LEAVING
          QUEUED,    true,    true,  Delete, LEAVING
          SUCCEEDED, true,    false, Retain, LEAVING
          """)
  void oneThatIsBeingDeletedHasAPlaceIfItHadStarted(
      Phase phase, boolean started, boolean pause, String policy, Place place) {
    ScalabilityExperiment experiment =
        Experiments.with(Experiments.small("lab"), "testbedPolicy: " + policy);
    experiment.getMetadata().setDeletionTimestamp(OWN);
    if (phase != null) {
      experiment.setStatus(
          ScalabilityExperimentStatusBuilder.builder()
              .phase(phase)
              .startTime(started ? OWN : null)
              .pauses(new PauseStatus(pause ? OWN : null, 0L, null))
              .build());
    }

    assertThat(Place.of(experiment)).isEqualTo(place);
  }

  private static Queue queue(Place own, Entry... others) {
    return new Queue(new Entry("lab/b", 0, OWN, own, null), List.of(others));
  }

  private static Entry waiting(String name, String created) {
    return new Entry(name, 0, created, Place.WAITING, "the node node-1");
  }
}
