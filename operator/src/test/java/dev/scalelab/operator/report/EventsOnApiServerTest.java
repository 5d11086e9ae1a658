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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events of an experiment, as shown by kubectl describe. */
class EventsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void aRepeatedEventIsWrittenOnceEvenByANewOperatorWithAnotherMessage() {
    ScalabilityExperiment e = Experiments.applied(api, "twice");
    events().tell(e, "twice-base-1", Reason.TRIAL_STARTED, "1 application server");
    events().tell(e, "twice-base-1", Reason.TRIAL_STARTED, "one application server");

    assertThat(eventsOf(e))
        .extracting(Event::getReason, Event::getMessage, Event::getType)
        .containsExactly(tuple("TrialStarted", "1 application server", "Normal"));
  }

  @Test
  void anotherReasonOrSubjectIsAnotherEvent() {
    ScalabilityExperiment e = Experiments.applied(api, "several");
    events().tell(e, "several-base-1", Reason.TRIAL_STARTED, "first");
    events().tell(e, "several-base-2", Reason.TRIAL_STARTED, "second");
    events().tell(e, "several-base-2", Reason.SERVERS_NOT_READY, "third");

    assertThat(eventsOf(e))
        .extracting(Event::getMessage, Event::getType)
        .containsExactlyInAnyOrder(
            tuple("first", "Normal"), tuple("second", "Normal"), tuple("third", "Warning"));
  }

  @Test
  void anExperimentRecreatedUnderTheSameNameGetsItsOwnEvents() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    events().tell(earlier, "again", Reason.ACCEPTED, "2 trials");
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");
    events().tell(e, "again", Reason.ACCEPTED, "2 trials");

    assertThat(eventsOf(earlier)).hasSize(1);
    assertThat(eventsOf(e)).hasSize(1);
  }

  @Test
  void anEventThatIsRefusedStopsNothing() {
    ScalabilityExperiment e = Experiments.small("no-such-namespace");

    assertThatCode(() -> events().tell(e, "small", Reason.ACCEPTED, "2 trials"))
        .doesNotThrowAnyException();
  }

  private static Events events() {
    return new Events(api.client(), Clock.systemUTC());
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
