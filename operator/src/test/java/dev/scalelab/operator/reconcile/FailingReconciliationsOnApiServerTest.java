package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consecutive failing reconciliations against a real API server. */
class FailingReconciliationsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private PlayedEndpoints endpoints;
  private MortalClient mortal;

  @BeforeEach
  void start() {
    endpoints = new PlayedEndpoints();
    mortal = new MortalClient(api.client(), endpoints);
  }

  @AfterEach
  void stop() {
    mortal.close();
    endpoints.close();
  }

  @Test
  void anErrorOfEveryPassIsTriedAgainForAsLongAsAJobAndThenEndsTheExperiment() {
    Experiments.applied(api, "broken");

    failEveryPass("broken", -1);
    assertThat(experiment("broken").getStatus()).isNull();

    failEveryPass("broken", 0);
    assertThat(experiment("broken").getStatus().phase())
        .as("no field of it is wrong")
        .isEqualTo(Phase.FAILED);
    assertThat(experiment("broken").getStatus().message())
        .contains("boom")
        .doesNotContain("metadata.name");
  }

  @Test
  void givingUpKeepsWhatWasMeasured() {
    ScalabilityExperiment half = Experiments.applied(api, "half");
    Configuration first = Planner.plan("half", half.getSpec()).configurations().get(0);
    TrialStore trials = new TrialStore(api.client());
    trials.create(half, first);
    trials.update(half, first, status -> Given.succeeded(60));

    failEveryPass("half", 0);

    assertThat(experiment("half").getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(experiment("half").getStatus().message()).contains("boom");
    assertThat(experiment("half").getStatus().configurations())
        .extracting(ConfigurationResult::peakPerSecond)
        .containsExactly(Given.spread(60));

    ScalabilityExperimentStatus ended = experiment("half").getStatus();
    failEveryPass("half", 0);
    assertThat(experiment("half").getStatus()).as("what has ended stays so").isEqualTo(ended);
  }

  @Test
  void aQuotaMayHaveRoomLaterAndIsTriedAgainForAsLongAsAJob() {
    Experiments.applied(api, "full");
    var full = refused(403, "configmaps \"x\" is forbidden: exceeded quota: team");

    failEveryPass("full", -1, full);
    assertThat(experiment("full").getStatus()).isNull();

    failEveryPass("full", 0, full);
    assertRefused("full", "exceeded quota: team");
  }

  @Test
  void whatAPolicyDeniesWithAnyCodeIsTriedAgainForHalfAMinute() {
    for (int code : List.of(400, 403, 404, 409, 422, 500, 503)) {
      String name = "denied-" + code;
      Experiments.applied(api, name);
      var denied = refused(code, "admission webhook \"w.example\" denied the request: not here");

      failEveryPass(name, Deadlines.DENIED_SECONDS - 1 - jobSeconds(name), denied);
      assertThat(experiment(name).getStatus()).as(name).isNull();

      failEveryPass(name, Deadlines.DENIED_SECONDS - jobSeconds(name), denied);
      assertRefused(name, "w.example\" denied the request: not here");
    }
  }

  @Test
  void thePatienceForADenialBeginsWithTheDenial() {
    Experiments.applied(api, "first-silent");
    var silent = new KubernetesClientException("timed out");
    var denied = refused(403, "admission webhook \"w.example\" denied the request: not here");
    Instant[] now = {Instant.now()};
    Operator operator = operatorAt(now);

    operator.failedPass(experiment("first-silent"), silent);
    now[0] = now[0].plusSeconds(100);
    operator.failedPass(experiment("first-silent"), denied);
    now[0] = now[0].plusSeconds(Deadlines.DENIED_SECONDS - 1);
    operator.failedPass(experiment("first-silent"), denied);
    assertThat(experiment("first-silent").getStatus()).isNull();

    now[0] = now[0].plusSeconds(1);
    operator.failedPass(experiment("first-silent"), denied);
    assertRefused("first-silent", "w.example\" denied the request: not here");
  }

  @Test
  void whatIsGoneHasRefusedNothing() {
    for (int code : List.of(404, 410)) {
      Experiments.applied(api, "gone-" + code);

      failEveryPass("gone-" + code, 0, refused(code, "it is gone"));

      assertThat(reason("gone-" + code)).isEqualTo("InternalError");
    }
  }

  @Test
  void aMissingRightOfTheOperatorIsNamedWithWhatToDo() {
    Experiments.applied(api, "no-right");

    failEveryPass(
        "no-right",
        0,
        refused(
            403,
            "jobs.batch is forbidden: User \"system:serviceaccount:a:b\" cannot create resource"
                + " \"jobs\" in API group \"batch\" in the namespace \"lab\""));

    assertRefused("no-right", "run helm upgrade");
  }

  @Test
  void anApiServerThatDoesNotAnswerHasRefusedNothing() {
    Experiments.applied(api, "silent");

    failEveryPass(
        "silent", 0, new KubernetesClientException("no answer", new TimeoutException("too late")));

    assertThat(reason("silent")).isEqualTo("ApiServerUnavailable");
    assertThat(experiment("silent").getStatus().message())
        .contains("the API server did not answer: no answer");
    assertThat(api.events("silent"))
        .filteredOn(event -> event.getReason().equals("ApiServerUnavailable"))
        .as("no alarm: it passes")
        .extracting(Event::getType)
        .containsExactly("Normal");
  }

  private static KubernetesClientException refused(int code, String message) {
    return new KubernetesClientException(
        "Failure executing: POST at: https://127.0.0.1/. Message: " + message,
        code,
        new StatusBuilder().withCode(code).withMessage(message).build());
  }

  private static void assertRefused(String name, String message) {
    assertThat(experiment(name).getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(experiment(name).getStatus().message())
        .contains(message)
        .doesNotContain("Failure executing");
    assertThat(reason(name)).isEqualTo("Refused");
  }

  private static String reason(String name) {
    return experiment(name).getStatus().conditions().stream()
        .filter(condition -> condition.getType().equals("Finished"))
        .findFirst()
        .orElseThrow()
        .getReason();
  }

  private static int jobSeconds(String name) {
    return experiment(name).getSpec().timeouts().jobSeconds();
  }

  /** Its trials are deleted with it during a reconciliation, which is not an error. */
  @Test
  void aPassThatFailsAsTheExperimentWasDeletedIsNotReported() {
    ScalabilityExperiment deleted = Experiments.applied(api, "deleted-meanwhile");
    api.client().resource(deleted).delete();
    Operator operator = new Operator(mortal.client(), endpoints.prometheus());

    operator.failedPass(deleted, new IllegalStateException("its trial is not found"));

    assertThat(api.client().v1().events().inNamespace(api.namespace()).list().getItems())
        .noneMatch(event -> event.getInvolvedObject().getName().equals("deleted-meanwhile"));
  }

  /**
   * Two failing reconciliations of one operator.
   *
   * @param overSeconds seconds by which the interval between them exceeds the experiment's timeout
   */
  private void failEveryPass(String name, int overSeconds) {
    failEveryPass(name, overSeconds, new IllegalStateException("boom"));
  }

  private void failEveryPass(String name, int overSeconds, Exception e) {
    Instant[] now = {Instant.now()};
    Operator operator = operatorAt(now);
    int patience = jobSeconds(name);
    operator.failedPass(experiment(name), e);
    now[0] = now[0].plusSeconds(patience + overSeconds);
    operator.failedPass(experiment(name), e);
  }

  private Operator operatorAt(Instant[] now) {
    InstantSource source = () -> now[0];
    Clock clock = source.withZone(ZoneOffset.UTC);
    return new Operator(mortal.client(), endpoints.prometheus(), clock);
  }

  private static ScalabilityExperiment experiment(String name) {
    return api.experiment(name);
  }
}
