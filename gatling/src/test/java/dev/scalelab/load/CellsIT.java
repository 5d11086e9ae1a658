package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls of configurations: which are sent, over how many connections, and what failures say. */
class CellsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);

  /** 100 calls, 60 of them due in the measured window. */
  private static final Map<String, String> CALLS =
      Map.of(
          "WORKLOAD", "cells",
          "CELLS_MIX", "7=3,10=1",
          "RATES", "20",
          "STEP_SECONDS", "5",
          "WARM_UP_SECONDS", "2",
          "RAMP_SECONDS", "0");

  @Test
  void callsComeInTheSharesAskedForAndShareConnections() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, CALLS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"call\":{\"ok\":100,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByPath())
          .isEqualTo(Map.of("/api/cells/7", 75L, "/api/cells/10", 25L));
      assertThat(server.connections()).isLessThan(50);
      assertThat(server.requestsByVersion()).isEqualTo(Map.of("HTTP/1.1", 100L));
    }
  }

  @Test
  void withoutKeepAliveEachCallIsOfHttpOneZeroOverAConnectionOfItsOwn() throws Exception {
    Map<String, String> closing = with("CELLS_KEEP_ALIVE", "false");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, closing)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      assertThat(server.requests()).isEqualTo(100);
      assertThat(server.connections()).isEqualTo(100);
      assertThat(server.requestsByVersion()).isEqualTo(Map.of("HTTP/1.0", 100L));
    }
  }

  @Test
  void aConfigurationThatThrowsFailsUnderItsNameAndOneThatIsNotThereAsWell() throws Exception {
    Map<String, String> throwing = with("CELLS_MIX", "4=2,7=1,missing=1");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, throwing)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run()))
          .isEqualTo(Map.of("configuration 4 has thrown", 50L, "HTTP 404", 25L));
      assertThat(records.run().get("totals").get("call").get("ok").asLong()).isEqualTo(25);
    }
  }

  @Test
  void usersThinkBetweenTheirCalls() throws Exception {
    Map<String, String> users = with("USERS", "10");
    users.remove("RATES");
    users.put("THINK_MILLIS", "200");
    Reaction after50Millis =
        new Reaction(KnownServer.Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(50));
    try (KnownServer server = new KnownServer(number -> after50Millis);
        GeneratorProcess generator = GeneratorProcess.start(server, users)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      // 10 users, each of whom takes 250 ms for a call and the thought before it, and 50 without.
      double perSecond = records.steps().get(0).get("requests").asLong() / 3.0;
      assertThat(perSecond).isBetween(20.0, 40.5);
      double p50 = Records.merged(records.steps().get(0)).getValueAtPercentile(50) / 1000.0;
      assertThat(p50).as("thinking is no part of a call's time, in ms").isBetween(50.0, 150.0);
    }
  }

  @Test
  void usersOfEachKindThinkAndKeepConnectionsInTheirOwnWay() throws Exception {
    Map<String, String> users = with("USERS", "10");
    users.remove("RATES");
    users.put("CELLS_CLIENTS", "20:100:true,80:400:false");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, users)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      // In 5 s: two users each 100 ms, eight each 400 ms, and what the calls themselves take.
      long kept = server.requestsByVersion().get("HTTP/1.1");
      long closed = server.requestsByVersion().get("HTTP/1.0");
      assertThat(kept).isBetween(70L, 100L);
      assertThat(closed).isBetween(80L, 100L);
      assertThat(server.connections() - closed)
          .as("connections of the two who keep theirs")
          .isBetween(1L, 2L);
    }
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> settings = new HashMap<>(CALLS);
    settings.put(name, value);
    return settings;
  }
}
