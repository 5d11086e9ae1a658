package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.settings.Settings;
import io.gatling.http.client.Request;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Users of a workload, step by step: open arrivals, or users who stay. */
public final class LoadSimulation extends Simulation {
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Called by Gatling. */
  public LoadSimulation() {
    LoadRun run = LoadRun.current();
    Settings settings = run.settings();
    setUp(settings.isClosed() ? staying(run) : arriving(run))
        .protocols(protocol(settings))
        .maxDuration(longestRun(settings));
  }

  private static PopulationBuilder arriving(LoadRun run) {
    ScenarioBuilder scenario =
        scenario(run.settings().workload().label()).exec(new Arrival(run).chain());
    return run.settings().share().isWhole()
        ? scenario.injectOpen(arrivals(run.settings()))
        : SharedArrivals.of(run.settings()).inject(scenario);
  }

  private static PopulationBuilder staying(LoadRun run) {
    UserLoop loop = new UserLoop(run);
    return scenario(run.settings().workload().label())
        .exec(loop.chain())
        .injectOpen(atOnceUsers(loop.users()));
  }

  /** Gatling's form of the arrival schedule. */
  static List<OpenInjectionStep> arrivals(Settings settings) {
    List<OpenInjectionStep> steps = new ArrayList<>();
    double previous = 0;
    for (double rate : settings.rates()) {
      if (settings.rampSeconds() > 0) {
        steps.add(
            rampUsersPerSec(previous).to(rate).during(Duration.ofSeconds(settings.rampSeconds())));
      }
      steps.add(
          constantUsersPerSec(rate)
              .during(Duration.ofSeconds(settings.stepSeconds() - settings.rampSeconds())));
      previous = rate;
    }
    return steps;
  }

  /** After this nothing can be open any more, were every answer just in time. */
  private static Duration longestRun(Settings settings) {
    return Duration.ofNanos(settings.timeline().endNanos())
        .plus(settings.longestTransaction())
        .plus(GRACE);
  }

  private static HttpProtocolBuilder protocol(Settings settings) {
    return http.baseUrl(settings.target().toString())
        .acceptHeader("application/json")
        .userAgentHeader("ScaleLab")
        .sign(LoadSimulation::onWrite)
        .shareConnections()
        .disableWarmUp()
        .disableCaching()
        .disableAutoReferer()
        .disableAutoOrigin()
        .disableFollowRedirect();
  }

  private static Request onWrite(Request request, Session session) {
    Transaction.of(session).writingRequest();
    return request;
  }
}
