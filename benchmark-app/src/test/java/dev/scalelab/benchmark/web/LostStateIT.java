package dev.scalelab.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.LoadRun;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.StateServers;
import dev.scalelab.benchmark.support.StickyBalancer;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the users of the load generator lose when one of two servers is killed, compared with a
 * count of the test's own: the balancer in front of the servers knows the sessions of each. A
 * session whose end got no answer may have ended.
 */
@ExtendWith(Postgres.class)
class LostStateIT {

  /** Visits take some six seconds, so that each user is in one whenever a server dies. */
  private static final Map<String, String> USERS =
      Map.of(
          "USERS", "24",
          "THINK_MILLIS", "300-700",
          "STEP_SECONDS", "40",
          "WARM_UP_SECONDS", "4",
          "RAMP_SECONDS", "4",
          "REQUEST_TIMEOUT_MILLIS", "60000");

  /** Half of what each server has if all users are under way. */
  private static final int USERS_EACH = 6;

  /**
   * @param lost sessions of the killed server
   * @param others sessions of the other one at that moment
   * @param begun sessions of the whole run
   * @param lostRequests requests that the killed server did not answer
   * @param lostEnds those of them that were to end their session, so that it may have ended
   */
  private record Counted(
      int lost, int others, int begun, int lostRequests, int lostEnds, JsonObject run) {

    int state(String outcome) {
      return run.getJsonObject("state").getInt(outcome);
    }

    int failed(String kind) {
      return run.getJsonObject("failedBy").getInt(kind);
    }

    void addsUp() {
      assertThat(lost).as("there was something to lose").isPositive();
      assertThat(others).isPositive();
      assertThat(run.getJsonObject("totals").values())
          .as("%s", this)
          .allMatch(kind -> kind.asJsonObject().getInt("ok") > 0);
      assertThat(state("sessions")).as("%s", this).isEqualTo(begun);
      assertThat(failed("unavailable")).as("%s", this).isEqualTo(lostRequests);
      assertThat(state("unknown")).as("%s", this).isEqualTo(lostEnds);
      assertThat(state("rolledBack") + state("stale") + state("repeated")).as("%s", this).isZero();
    }
  }

  @Test
  void withOneCopyTheSessionsOfTheLostServerAreLostAndNoOthers() throws Exception {
    Counted counted =
        killed(
            Map.of("WORKLOAD", "cart", "SESSION_COPIES", "1", "BEAN_COPIES", "1"),
            LostStateIT::pause);

    counted.addsUp();
    assertThat(counted.state("lost"))
        .as("%s", counted)
        .isEqualTo(counted.lost() - counted.lostEnds());
    assertThat(counted.state("moved")).as("%s", counted).isZero();
    assertThat(counted.lostRequests()).isPositive();
  }

  @Tag("nightly")
  @Test
  void withTwoCopiesAnotherServerContinuesThem() throws Exception {
    Counted counted = killed(Map.of("WORKLOAD", "cart"), LostStateIT::rest);

    counted.addsUp();
    assertThat(counted.state("lost")).as("%s", counted).isZero();
    assertThat(counted.state("moved")).as("%s", counted).isEqualTo(counted.lost());
  }

  /**
   * The web session is on both servers, and the bean only on the one that is killed: a session that
   * only has to confirm and to buy its basket does not need the bean any more.
   */
  @Tag("nightly")
  @Test
  void aSessionWithoutItsBeanIsLost(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("lost_state");
    Map<String, String> environment = postgres.environment("lost_state");
    environment.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(environment, "reset");
    environment.putAll(
        Map.of("BOOKSTORE_STATE", "both", "SESSION_COPIES", "2", "BEAN_COPIES", "1"));
    Counted counted = killed(environment, LostStateIT::rest);

    counted.addsUp();
    assertThat(counted.state("lost")).as("%s", counted).isPositive();
    assertThat(counted.state("lost") + counted.state("moved"))
        .as("%s", counted)
        .isEqualTo(counted.lost());
  }

  @Tag("nightly")
  @Test
  void stateOnOtherServersOutlivesTheirOwn() throws Exception {
    try (StateServers caches = StateServers.start()) {
      Counted counted = killed(caches.with(Map.of("WORKLOAD", "cart")), LostStateIT::rest);

      counted.addsUp();
      assertThat(counted.state("lost")).as("%s", counted).isZero();
      assertThat(counted.state("moved")).as("%s", counted).isEqualTo(counted.lost());
    }
  }

  /** Brings the servers into a state in which the sessions that the first has can be counted. */
  private interface Pause {
    int of(Cluster cluster, StickyBalancer balancer) throws Exception;
  }

  /** Requests wait for its answer, and are lost with it. */
  private static int pause(Cluster cluster, StickyBalancer balancer) throws Exception {
    cluster.first().pause();
    Thread.sleep(1_000);
    balancer.hold(cluster.first());
    return balancer.sessionsOf(cluster.first());
  }

  /** It has copied all that it has acknowledged, which it does after the answer. */
  private static int rest(Cluster cluster, StickyBalancer balancer) throws Exception {
    balancer.hold(cluster.first());
    Thread.sleep(3_000);
    return balancer.sessionsOf(cluster.first());
  }

  /** Kills the first of two servers under load. */
  private static Counted killed(Map<String, String> environment, Pause pause) throws Exception {
    Map<String, String> settings = new HashMap<>(USERS);
    settings.put("WORKLOAD", environment.get("WORKLOAD"));
    settings.put("SCALE", environment.getOrDefault("SCALE", "10"));
    settings.put("PRODUCTS_PER_VISIT", environment.get("WORKLOAD").equals("cart") ? "10" : "4");
    try (Cluster cluster = Cluster.ofTwo(environment)) {
      cluster.awaitReady();
      try (StickyBalancer balancer = new StickyBalancer(cluster)) {
        settings.put("TARGET_URL", balancer.url());
        try (LoadRun load = new LoadRun(settings)) {
          load.awaitStart();
          Thread.sleep(12_000);
          // More of them than end before what is in flight has been answered.
          await("sessions of both servers")
              .atMost(Duration.ofSeconds(60))
              .until(
                  () ->
                      Math.min(
                              balancer.sessionsOf(cluster.first()),
                              balancer.sessionsOf(cluster.second()))
                          >= USERS_EACH);
          int lost = pause.of(cluster, balancer);
          int others = balancer.sessionsOf(cluster.second());
          cluster.killFirst();
          balancer.takeOut(cluster.first());
          JsonObject run = load.end(300);
          return new Counted(
              lost, others, balancer.begun(), balancer.lostRequests(), balancer.lostEnds(), run);
        }
      }
    }
  }
}
