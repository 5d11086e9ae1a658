package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a reconciliation requests while a watch reports changes of trials. */
class WatchedTrialsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static final String LIST = "/scalabilitytrials";

  private CountedRequests requests;
  private PlayedEndpoints endpoints;
  private Operator operator;
  private ResultWatch watch;

  @BeforeEach
  void start() {
    requests = new CountedRequests(api.client());
    endpoints = new PlayedEndpoints();
    operator = new Operator(requests.client(), endpoints.prometheus());
    watch = operator.watch(api.client(), api.namespace());
  }

  @AfterEach
  void stop() {
    watch.stop(null);
    endpoints.close();
    requests.close();
  }

  @Test
  void aReconciliationRequestsNoMoreWhenHundredsOfTrialsHaveEnded() {
    List<String> few = requestsWhileWaiting(measured("few", 3));
    List<String> many = requestsWhileWaiting(measured("many", 300));

    assertThat(many).hasSameSizeAs(few).noneMatch(request -> request.contains(LIST));
  }

  @Test
  void theCurrentTrialIsReadAgainOnlyIfSomebodyElseChangedIt() {
    ScalabilityExperiment e = measured("current", 1);
    requestsWhileWaiting(e);
    Configuration current = configurations(e).get(1);
    assertThat(requests.during(() -> pass(e))).noneMatch(request -> request.contains(LIST));

    new TrialStore(api.client()).update(e, current, status -> Given.warm());

    await(
        () ->
            requests.during(() -> pass(e)).stream()
                .anyMatch(request -> request.equals("GET " + path(current))));
    assertThat(trial(current.name()).getStatus().testbedReadyTime()).isNotNull();
  }

  private static String path(Configuration configuration) {
    return "/apis/scalelab.dev/v1alpha1/namespaces/%s%s/%s"
        .formatted(api.namespace(), LIST, configuration.name());
  }

  @Test
  void whatHappensToATrialBetweenReconciliationsIsSeen() {
    ScalabilityExperiment e = measured("seen", 3);
    requestsWhileWaiting(e);
    new TrialStore(api.client()).update(e, configurations(e).get(0), status -> Given.succeeded(70));
    await(() -> pass(e).configurations().get(0).peakPerSecond().mean() == 70);

    api.client().resource(trial(configurations(e).get(1).name())).delete();
    await(() -> pass(e).progress().finished() == 2);
  }

  /** The next one is read from the API server first, whatever the watch has reported. */
  @Test
  void theNextTrialIsReadEvenIfTheWatchIsLate() {
    ScalabilityExperiment e = measured("late", 1);
    operator.trials().watched().watched(api.namespace(), () -> true);
    watch.stop(null);
    operator.trials().begin(e);
    assertThat(operator.trials().statuses(e)).hasSize(1);
    operator.trials().end(e);
    Configuration next = configurations(e).get(1);
    TrialStore earlier = new TrialStore(api.client());
    earlier.create(e, next);
    earlier.update(e, next, status -> Given.warm(Given.run(1, RunPhase.RUNNING)));

    assertThat(requests.during(() -> pass(e)))
        .noneMatch(request -> request.startsWith("POST") && request.endsWith(LIST));

    assertThat(trial(next.name()).getStatus().runs())
        .extracting(RunResult::number)
        .containsExactly(1);
  }

  private String waitsFor(ScalabilityExperiment e) {
    String trial = pass(e).progress().currentTrial();
    ScalabilityTrial current = trial(trial);
    return current == null || current.getStatus() == null || current.getStatus().waiting() == null
        ? null
        : current.getStatus().waiting().part();
  }

  /** Requests of a reconciliation once the next trial waits for its database. */
  private List<String> requestsWhileWaiting(ScalabilityExperiment e) {
    await(() -> "Database".equals(waitsFor(e)));
    await(() -> requests.during(() -> pass(e)).stream().noneMatch(one -> one.endsWith(LIST)));
    // Some also write what has changed meanwhile.
    return Stream.generate(() -> requests.during(() -> pass(e)))
        .limit(5)
        .min(Comparator.comparingInt(List::size))
        .orElseThrow();
  }

  /** An experiment of 400 configurations, the first of which have been measured. */
  private static ScalabilityExperiment measured(String name, int trials) {
    ScalabilityExperiment e =
        Experiments.applied(
            api,
            name,
            Experiments.with(
                Experiments.small(api.namespace()),
                """
                sweep:
                  replicas: [%s]
                  factors: [{setting: application.connectionPoolSize, values: [%s]}]
                """
                    .formatted(numbers(1), numbers(5))));
    TrialStore store = new TrialStore(api.client());
    for (Configuration configuration : configurations(e).subList(0, trials)) {
      store.create(e, configuration);
      store.update(e, configuration, status -> Given.succeeded(60));
    }
    return e;
  }

  private static String numbers(int first) {
    return IntStream.range(first, first + 20)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private ScalabilityExperimentStatus pass(ScalabilityExperiment experiment) {
    operator.pass(api.client().resource(experiment).get());
    return api.client().resource(experiment).get().getStatus();
  }

  private static List<Configuration> configurations(ScalabilityExperiment e) {
    return Planner.plan(e.getMetadata().getName(), e.getSpec()).configurations();
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }

  private static void await(Callable<Boolean> met) {
    Awaitility.await().atMost(Duration.ofMinutes(2)).pollDelay(Duration.ZERO).until(met);
  }
}
