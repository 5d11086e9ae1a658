package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.record.RunStream;
import dev.scalelab.load.settings.LoadSettings;
import dev.scalelab.load.settings.Settings;
import io.gatling.http.client.Request;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Users of a workload, step by step: an open model with arrivals, or a closed model with users. */
public final class LoadSimulation extends Simulation {
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Called by Gatling. */
  public LoadSimulation() {
    LoadRun run = LoadRun.current();
    Settings settings = run.settings();
    List<PopulationBuilder> populations = new ArrayList<>();
    populations.addAll(settings.load().isClosed() ? staying(run) : List.of(arriving(run)));
    run.stream().ifPresent(stream -> populations.add(streaming(stream, run)));
    setUp(populations)
        .protocols(protocol(settings).shareConnections())
        .maxDuration(longestRun(settings));
  }

  private static PopulationBuilder arriving(LoadRun run) {
    Settings settings = run.settings();
    return new Arrival(
            settings.load().arrivals(),
            settings.generators().share(),
            settings.transactionMix()::typeOf,
            TransactionChain.ofUsers(run))
        .inject(settings.workload().type().label(), arrivals(settings.load()));
  }

  private static PopulationBuilder streaming(RunStream stream, LoadRun run) {
    return new Arrival(
            stream.schedule(),
            stream.share(),
            number -> stream.type(),
            TransactionChain.ofStream(stream, run))
        .inject(stream.type().label(), List.of(stream(run.settings())));
  }

  /** The stream's schedule in Gatling's form. */
  static OpenInjectionStep stream(Settings settings) {
    return constantUsersPerSec(settings.load().streamRate())
        .during(Duration.ofNanos(settings.timeline().endNanos()));
  }

  /**
   * Users who close their connections have a separate protocol: otherwise Gatling would give them
   * connections kept by others.
   */
  private static List<PopulationBuilder> staying(LoadRun run) {
    Settings settings = run.settings();
    String name = settings.workload().type().label();
    UserLoop loop = new UserLoop(run);
    List<Integer> keeping = loop.users(true);
    List<Integer> closing = loop.users(false);
    List<PopulationBuilder> populations = new ArrayList<>();
    if (!keeping.isEmpty()) {
      populations.add(staying(name, loop, keeping));
    }
    if (!closing.isEmpty()) {
      populations.add(
          staying(name + " without keep-alive", loop, closing).protocols(protocol(settings)));
    }
    return populations;
  }

  private static PopulationBuilder staying(String name, UserLoop loop, List<Integer> users) {
    return scenario(name).exec(loop.chain(users)).injectOpen(atOnceUsers(users.size()));
  }

  /** The arrival schedule in Gatling's form. */
  static List<OpenInjectionStep> arrivals(LoadSettings load) {
    List<OpenInjectionStep> steps = new ArrayList<>();
    double previous = 0;
    for (double rate : load.rates()) {
      if (load.rampSeconds() > 0) {
        steps.add(
            rampUsersPerSec(previous).to(rate).during(Duration.ofSeconds(load.rampSeconds())));
      }
      steps.add(
          constantUsersPerSec(rate)
              .during(Duration.ofSeconds(load.stepSeconds() - load.rampSeconds())));
      previous = rate;
    }
    return steps;
  }

  /** Nothing can be in flight after this time, even if every response arrives just in time. */
  private static Duration longestRun(Settings settings) {
    return Duration.ofNanos(settings.timeline().endNanos())
        .plus(settings.longestTransaction())
        .plus(SecondLook.PAUSE)
        .plus(settings.http().requestTimeout())
        .plus(GRACE);
  }

  private static HttpProtocolBuilder protocol(Settings settings) {
    HttpProtocolBuilder protocol =
        http.baseUrls(settings.http().targetsFrom(settings.generators().share().number()));
    if (settings.http().namesClients()) {
      protocol = protocol.header(settings.http().clientHeader(), UserLoop::clientOf);
    }
    return protocol
        .acceptHeader("application/json")
        .userAgentHeader("ScaleLab")
        .sign(LoadSimulation::onWrite)
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
