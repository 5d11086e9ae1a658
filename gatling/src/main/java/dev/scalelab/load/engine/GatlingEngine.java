package dev.scalelab.load.engine;

import dev.scalelab.load.record.Connections;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.rendezvous.CommonStart;
import dev.scalelab.load.rendezvous.NotTogetherException;
import dev.scalelab.load.settings.Settings;
import io.gatling.app.Runner;
import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.javaapi.core.Simulation;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import scala.Option;
import scala.runtime.BoxedUnit;
import scala.util.Failure;
import scala.util.Try;

/**
 * Runs a simulation in this process with Gatling's runner, once.
 *
 * <p>Gatling's own entry point queries Maven Central for a newer version of itself at each start
 * and writes its statistics to a log file; this one does neither. The anonymous usage report and
 * the warm-up request to gatling.io are disabled in {@code gatling.conf} and in the protocol.
 */
public final class GatlingEngine {
  private final Settings settings;
  private final RunClock clock;
  private final CommonStart start;
  private final Connections connections;

  /**
   * @param start the simulation waits for it as soon as it is ready
   * @param connections counter of the simulation's connections
   */
  public GatlingEngine(
      Settings settings, RunClock clock, CommonStart start, Connections connections) {
    this.settings = settings;
    this.clock = clock;
    this.start = start;
    this.connections = connections;
  }

  /**
   * Returns when every user has finished or the simulation's maximum duration is over.
   *
   * @throws NotTogetherException with the generators missing at the common start
   * @throws IOException if the port of their rendezvous is unavailable
   */
  public void run(Class<? extends Simulation> simulation)
      throws NotTogetherException, IOException, InterruptedException {
    configure();
    ConnectionCounter.install(connections);
    HttpOneZero.install(settings.clientKinds().someClose());
    GatlingConfiguration configuration = GatlingConfiguration.load();
    ActorSystem system = new ActorSystem();
    // One event loop per core: with Netty's usual two, half of the events would each need a thread
    // wake-up and a context switch.
    EventLoopGroup eventLoops =
        Transports.newEventLoopGroup(
            configuration.netty().useNativeTransport(),
            configuration.netty().useIoUring(),
            Runtime.getRuntime().availableProcessors(),
            "gatling");
    try {
      QuietRunner runner =
          new QuietRunner(
              system,
              eventLoops,
              new GatlingClock(clock),
              start,
              arguments(simulation),
              configuration);
      runner.run();
    } finally {
      system.close();
      eventLoops.shutdownGracefully();
    }
  }

  /** Sets the settings that Gatling only reads from its configuration. */
  private void configure() {
    String timeoutMillis = Long.toString(settings.http().requestTimeout().toMillis());
    System.setProperty("gatling.http.requestTimeout", timeoutMillis);
    System.setProperty("gatling.socket.connectTimeout", timeoutMillis);
    System.setProperty(
        "gatling.http.pooledConnectionIdleTimeout",
        Long.toString(settings.http().idleConnectionSeconds() * 1000L));
  }

  private static GatlingArgs arguments(Class<? extends Simulation> simulation) {
    return new GatlingArgs(
        Option.apply(simulation.getName()),
        Option.empty(),
        true,
        Option.empty(),
        Option.empty(),
        Option.empty(),
        Option.empty());
  }

  /**
   * Gatling's runner with our statistics, a start that waits for other generators, and without the
   * query for a newer version.
   */
  private static final class QuietRunner extends Runner {
    private final GatlingClock clock;
    private final CommonStart start;

    QuietRunner(
        ActorSystem system,
        EventLoopGroup eventLoops,
        GatlingClock clock,
        CommonStart start,
        GatlingArgs arguments,
        GatlingConfiguration configuration) {
      super(system, eventLoops, clock, arguments, configuration);
      this.clock = clock;
      this.start = start;
    }

    /** Everything is loaded by now: the first user starts immediately after this. */
    @Override
    public Try<BoxedUnit> start(
        SimulationParams simulation,
        CoreComponents components,
        PopulationFlows<String, Population> users) {
      try {
        start.await();
      } catch (NotTogetherException | IOException | InterruptedException e) {
        // As in Gatling's own code: run throws the exception that it holds.
        return new Failure<>(e);
      }
      return super.start(simulation, components, users);
    }

    @Override
    public StatsEngine newStatsEngine(SimulationParams simulation, RunMessage message) {
      return new RecordingStatsEngine(super.newStatsEngine(simulation, message), clock);
    }

    @Override
    public void displayVersionWarning() {
      // No request leaves the cluster except the load.
    }
  }
}
