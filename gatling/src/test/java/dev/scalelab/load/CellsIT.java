package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls of configurations: their shares, their connections, and their failures. */
class CellsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /** 104 calls in four seconds, two of which are measured. */
  private static final Map<String, String> CALLS =
      Map.of(
          "WORKLOAD", "cells",
          "CELLS_MIX", "7=3,10=1,4=2,missing=2",
          "RATES", "26",
          "STEP_SECONDS", "4",
          "WARM_UP_SECONDS", "2",
          "RAMP_SECONDS", "0");

  @Test
  void callsComeInTheirSharesShareConnectionsAndFailUnderTheNamesOfTheirConfigurations()
      throws Exception {
    Undisturbed.check(CellsIT::arrivals);
  }

  private static Undisturbed.Run arrivals() throws Exception {
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, CALLS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"call\":{\"ok\":52,\"failed\":52,\"shed\":0}}");
      assertThat(Records.errors(records.run()))
          .isEqualTo(Map.of("configuration 4 has thrown", 26L, "HTTP 404", 26L));
      assertThat(server.requestsByPath())
          .isEqualTo(
              Map.of(
                  "/api/cells/7", 39L,
                  "/api/cells/10", 13L,
                  "/api/cells/4", 26L,
                  "/api/cells/missing", 26L));
      assertThat(server.requestsByVersion()).isEqualTo(Map.of("HTTP/1.1", 104L));
      long connections = server.connections();
      return new Undisturbed.Run(machine.seen(), () -> assertThat(connections).isLessThan(50));
    }
  }

  @Test
  void pagesAndTheirPicturesComeInTheirShareAndCallsKeepTheirs() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator =
            GeneratorProcess.start(server, with("MIX", "call=75,page=25"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(server.requestsByPath())
          .as("104 transactions, of which 78 are calls")
          .containsEntry("/cells/index.html", 26L)
          .containsEntry("/cells/picture-1.png", 26L)
          .containsEntry("/cells/picture-2.png", 26L);
      assertThat(server.requestsByPath().get("/api/cells/7")).isBetween(28L, 31L);
      assertThat(records.run().get("totals").get("page").toString())
          .isEqualTo("{\"ok\":26,\"failed\":0,\"shed\":0}");
      assertThat(records.steps().get(0).get("transactions").get("page").get("requestsEach").asInt())
          .isEqualTo(3);
    }
  }

  @Test
  void withoutKeepAliveEachCallIsOfHttpOneZeroOverAConnectionOfItsOwn() throws Exception {
    Map<String, String> closing = with("CELLS_KEEP_ALIVE", "false");
    closing.putAll(
        Map.of("CELLS_MIX", "7=1", "RATES", "50", "STEP_SECONDS", "2", "WARM_UP_SECONDS", "1"));
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
  void usersOfEachKindThinkAndKeepConnectionsInTheirOwnWay() throws Exception {
    Undisturbed.check(CellsIT::kinds);
  }

  private static Undisturbed.Run kinds() throws Exception {
    Map<String, String> users = with("USERS", "10");
    users.remove("RATES");
    users.put("STEP_SECONDS", "6");
    users.put("CELLS_MIX", "7=1");
    users.put("CELLS_CLIENTS", "20:100:true,80:400:false");
    Reaction after50Millis =
        new Reaction(KnownServer.Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(50));
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> after50Millis);
        GeneratorProcess generator = GeneratorProcess.start(server, users)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      // In 6 s: two users with 100 ms each, eight with 400 ms each, and at least 50 ms for the call
      // itself.
      long kept = server.requestsByVersion().get("HTTP/1.1");
      long closed = server.requestsByVersion().get("HTTP/1.0");
      double shortest = Records.merged(records.steps().get(0)).getMinValue() / 1000.0;
      assertThat(server.connections() - closed)
          .as("connections of the two users with keep-alive")
          .isBetween(1L, 2L);
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            // With each other's pauses they would make 27 and 320.
            assertThat(kept).isBetween(35L, 80L);
            assertThat(closed).isBetween(45L, 112L);
            assertThat(shortest)
                .as("think time, 100 ms and more, is not part of a call's time, in ms")
                .isBetween(49.0, 149.0);
          });
    }
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> settings = new HashMap<>(CALLS);
    settings.put(name, value);
    return settings;
  }
}
