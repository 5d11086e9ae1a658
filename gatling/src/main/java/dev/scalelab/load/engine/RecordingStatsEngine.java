package dev.scalelab.load.engine;

import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.controller.Controller;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.stats.StatsEngine;
import scala.Option;
import scala.collection.immutable.List;

/**
 * Listens to Gatling's own statistics: passes the outcome of each request to the scenario, and
 * notifies the clock when the schedule begins.
 */
final class RecordingStatsEngine implements StatsEngine {
  private final StatsEngine gatling;
  private final GatlingClock clock;

  /**
   * @param gatling Gatling's own engine, which is needed to start and stop a run
   */
  RecordingStatsEngine(StatsEngine gatling, GatlingClock clock) {
    this.gatling = gatling;
    this.clock = clock;
  }

  @Override
  public void start() {
    gatling.start();
    clock.expectStart();
  }

  @Override
  public void stop(ActorRef<Controller.Command> controller, Option<Exception> exception) {
    gatling.stop(controller, exception);
  }

  @Override
  public void logUserStart(String scenario) {
    // Users are counted elsewhere, with the time of their start.
  }

  @Override
  public void logUserEnd(String scenario) {
    // As above.
  }

  @Override
  public void logResponse(
      String scenario,
      List<String> groups,
      String requestName,
      long startTimestamp,
      long endTimestamp,
      Status status,
      Option<String> responseCode,
      Option<String> message) {
    outcome(status, responseCode, message).leave();
  }

  private static RequestOutcome outcome(
      Status status, Option<String> responseCode, Option<String> message) {
    if (status == OK$.MODULE$) {
      return RequestOutcome.AS_EXPECTED;
    }
    int code = responseCode.isDefined() ? Integer.parseInt(responseCode.get()) : 0;
    return RequestOutcome.failed(code, message.isDefined() ? message.get() : "");
  }

  @Override
  public void logGroupEnd(String scenario, GroupBlock groupBlock, long exitTimestamp) {
    // There are no groups.
  }

  @Override
  public void logRequestCrash(
      String scenario, List<String> groups, String requestName, String error) {
    RequestOutcome.notMade(error).leave();
  }
}
