package dev.scalelab.load.engine;

import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.settings.Settings;
import io.gatling.app.Runner;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.javaapi.core.Simulation;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;
import scala.Option;

/**
 * Runs a simulation in this process with Gatling's runner, once.
 *
 * <p>Gatling's own entry point asks Maven Central for a newer version of itself at each start and
 * takes its statistics to a log file; this one does neither. The anonymous usage report and the
 * warm-up request to gatling.io are turned off in {@code gatling.conf} and in the protocol.
 */
public final class GatlingEngine {
  private final Settings settings;
  private final RunClock clock;

  public GatlingEngine(Settings settings, RunClock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Returns when every user has finished or the simulation's longest duration is over. */
  public void run(Class<? extends Simulation> simulation) {
    configure();
    GatlingConfiguration configuration = GatlingConfiguration.load();
    ActorSystem system = new ActorSystem();
    EventLoopGroup eventLoops =
        Transports.newEventLoopGroup(
            configuration.netty().useNativeTransport(),
            configuration.netty().useIoUring(),
            0,
            "gatling");
    try {
      new QuietRunner(
              system, eventLoops, new GatlingClock(clock), arguments(simulation), configuration)
          .run();
    } finally {
      system.close();
      eventLoops.shutdownGracefully();
    }
  }

  /** The settings that Gatling takes from its configuration only. */
  private void configure() {
    String timeoutMillis = Long.toString(settings.requestTimeout().toMillis());
    System.setProperty("gatling.http.requestTimeout", timeoutMillis);
    System.setProperty("gatling.socket.connectTimeout", timeoutMillis);
    System.setProperty(
        "gatling.http.pooledConnectionIdleTimeout",
        Long.toString(settings.idleConnectionSeconds() * 1000L));
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

  /** Gatling's runner with our statistics and without its question for a newer version. */
  private static final class QuietRunner extends Runner {
    private final GatlingClock clock;

    QuietRunner(
        ActorSystem system,
        EventLoopGroup eventLoops,
        GatlingClock clock,
        GatlingArgs arguments,
        GatlingConfiguration configuration) {
      super(system, eventLoops, clock, arguments, configuration);
      this.clock = clock;
    }

    @Override
    public StatsEngine newStatsEngine(SimulationParams simulation, RunMessage message) {
      return new RecordingStatsEngine(super.newStatsEngine(simulation, message), clock);
    }

    @Override
    public void displayVersionWarning() {
      // Nothing leaves the cluster but the load.
    }
  }
}
