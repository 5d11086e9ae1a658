package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events of an experiment, as shown by kubectl describe. */
class EventsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void aRepeatedEventIsWrittenOnceEvenByANewOperatorWithAnotherMessage() {
    ScalabilityExperiment e = Experiments.applied(api, "twice");
    events().record(e, "twice-base-1", Reason.TRIAL_STARTED, "1 application server");
    events().record(e, "twice-base-1", Reason.TRIAL_STARTED, "one application server");

    assertThat(eventsOf(e))
        .extracting(Event::getReason, Event::getMessage, Event::getType)
        .containsExactly(tuple("TrialStarted", "1 application server", "Normal"));
  }

  @Test
  void anotherReasonOrSubjectIsAnotherEvent() {
    ScalabilityExperiment e = Experiments.applied(api, "several");
    events().record(e, "several-base-1", Reason.TRIAL_STARTED, "first");
    events().record(e, "several-base-2", Reason.TRIAL_STARTED, "second");
    events().record(e, "several-base-2", Reason.SERVERS_NOT_READY, "third");

    assertThat(eventsOf(e))
        .extracting(Event::getMessage, Event::getType)
        .containsExactlyInAnyOrder(
            tuple("first", "Normal"), tuple("second", "Normal"), tuple("third", "Warning"));
  }

  @Test
  void anExperimentRecreatedUnderTheSameNameGetsItsOwnEvents() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    events().record(earlier, "again", Reason.ACCEPTED, "2 trials");
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");
    events().record(e, "again", Reason.ACCEPTED, "2 trials");

    assertThat(eventsOf(earlier)).hasSize(1);
    assertThat(eventsOf(e)).hasSize(1);
  }

  /** kubectl describe sorts by lastTimestamp alone, which has no parts of a second. */
  @Test
  void eventsOfOneMomentAreInTheOrderInWhichTheyHappened() {
    ScalabilityExperiment e = Experiments.applied(api, "ordered");
    Instant moment = Instant.parse("2026-01-01T10:00:00.123456Z");
    EventRecorder events = new EventRecorder(api.client(), Clock.fixed(moment, ZoneOffset.UTC));
    events.record(e, "ordered-base-1-r1", Reason.RUN_VALID, "valid");
    events.record(e, "ordered-base-1-r1", Reason.RUN_VALID, "recorded again");
    events.record(e, "ordered-base-1", Reason.TRIAL_FINISHED, "peak");
    events.record(e, "ordered-base-2", Reason.TRIAL_STARTED, "two servers");
    events.record(e, "ordered", Reason.COMPLETED, "passed");

    assertThat(eventsOf(e))
        .extracting(Event::getReason, Event::getLastTimestamp)
        .containsExactlyInAnyOrder(
            tuple("RunValid", "2026-01-01T10:00:00Z"),
            tuple("TrialFinished", "2026-01-01T10:00:01Z"),
            tuple("TrialStarted", "2026-01-01T10:00:02Z"),
            tuple("Completed", "2026-01-01T10:00:03Z"));
    assertThat(eventsOf(e))
        .extracting(event -> event.getEventTime().getTime())
        .as("when it really was")
        .containsOnly("2026-01-01T10:00:00.123456Z");
  }

  @Test
  void aLongMessageIsShortened() {
    ScalabilityExperiment e = Experiments.applied(api, "long");
    events().record(e, "long", Reason.REFUSED, "ß".repeat(2000));
    events().record(e, "long", Reason.QUEUED, "s".repeat(2000));

    assertThat(eventsOf(e))
        .hasSize(2)
        .allSatisfy(event -> assertThat(event.getMessage()).hasSizeGreaterThan(500).endsWith("…"));
  }

  @Test
  void anEventThatIsRefusedStopsNothing() {
    ScalabilityExperiment e = Experiments.small("no-such-namespace");

    assertThatCode(() -> events().record(e, "small", Reason.ACCEPTED, "2 trials"))
        .doesNotThrowAnyException();
  }

  private static EventRecorder events() {
    return new EventRecorder(api.client(), Clock.systemUTC());
  }

  private static List<Event> eventsOf(ScalabilityExperiment e) {
    return api.client()
        .v1()
        .events()
        .inNamespace(api.namespace())
        .withField("involvedObject.uid", e.getMetadata().getUid())
        .list()
        .getItems();
  }
}
