package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import dev.scalelab.load.own.Boaster;
import dev.scalelab.load.own.Chatterer;
import dev.scalelab.load.own.FillCart;
import dev.scalelab.load.own.Glance;
import dev.scalelab.load.own.OwnJar;
import dev.scalelab.load.own.Stubborn;
import dev.scalelab.load.record.HistogramText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of the user's own, from a jar: requests, records, and rejected jars. */
class OwnIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  @TempDir Path jars;

  @Test
  void theyAreSentInTheirSharesAndRecordedLikeAnyOther() throws Exception {
    OwnJar.in(jars, FillCart.class, Glance.class);
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings("200"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).as(generator.errorText()).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo(
              "{\"fillCart\":{\"ok\":25,\"failed\":0,\"shed\":0},"
                  + "\"glance\":{\"ok\":25,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "POST /api/cart/products", 25L,
                  "GET /api/cart", 25L,
                  "GET /api/ecperf/orders/N", 25L));
      JsonNode step = records.steps().get(0);
      JsonNode fillCart = step.get("transactions").get("fillCart");
      assertThat(fillCart.get("requestsEach").asInt()).isEqualTo(2);
      assertThat(HistogramText.decode(fillCart.get("histogram").asText()).getMinValue())
          .as("a pause of 200 ms is not part of the shortest, in microseconds")
          .isLessThan(200_000);
    }
  }

  @Test
  void aWrongResponseFailsWithTheReasonOfItsClassAndSoDoFewerRequestsThanDeclared()
      throws Exception {
    OwnJar.in(jars, FillCart.class, Boaster.class);
    KnownServer.Behaviour forgetting =
        new KnownServer.Behaviour() {
          @Override
          public Reaction reactionTo(long request) {
            return Reaction.AT_ONCE;
          }

          @Override
          public Reaction reactionTo(long request, String kind) {
            return kind.equals("GET /api/cart") ? Reaction.of(Action.FORGET) : Reaction.AT_ONCE;
          }
        };
    try (KnownServer server = new KnownServer(forgetting);
        GeneratorProcess generator = GeneratorProcess.start(server, settings("0"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).as(generator.errorText()).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run()))
          .isEqualTo(Map.of("the cart is not mine", 25L, "it made 1 requests instead of 7", 25L));
    }
  }

  @Test
  void whatHasFailedIsNotSentAgainThoughItsClassWouldTry() throws Exception {
    OwnJar.in(jars, FillCart.class, Stubborn.class);
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings("0"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).as(generator.errorText()).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEqualTo(Map.of("not what I want", 25L));
      assertThat(server.requestsByKind()).containsEntry("GET /api/ecperf/orders/N", 25L);
    }
  }

  /** A log of much output may have been rotated away when its records are read. */
  @Test
  void aRunThatPrintsMuchRepeatsItsRecordsBeforeTheLast() throws Exception {
    OwnJar.in(jars, Chatterer.class, Glance.class);
    Map<String, String> settings = new HashMap<>(settings("0"));
    settings.put("MIX", "chatterer=50,glance=50");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      assertThat(generator.errorText().length()).as("of 25").isGreaterThan(20 * 200_000);
      List<JsonNode> printed = generator.records().all();
      assertThat(printed)
          .extracting(record -> record.get("record").asText())
          .containsExactly("start", "step", "start", "step", "run");
      assertThat(printed.subList(2, 4)).isEqualTo(printed.subList(0, 2));
    }
  }

  @Test
  void otherTransactionsThanConfiguredAreBadSettings() throws Exception {
    OwnJar.in(jars, FillCart.class);
    Map<String, String> settings = new HashMap<>(settings("0"));
    settings.put("TARGET_URL", "http://localhost:1");
    try (GeneratorProcess generator = GeneratorProcess.start(settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isEqualTo(2);
      assertThat(generator.errorText())
          .contains(
              "MIX: must name each own transaction of the jars (fillCart) and no other (it names"
                  + " fillCart, glance)");
    }
  }

  /** 50 transactions, half of them scheduled in the measured window. */
  private Map<String, String> settings(String thinkMillis) {
    return Map.of(
        "WORKLOAD", "custom",
        "OWN_JARS", jars.toString(),
        "MIX", "fillCart=50,glance=50",
        "THINK_MILLIS", thinkMillis,
        "RATES", "25",
        "STEP_SECONDS", "2",
        "WARM_UP_SECONDS", "1",
        "RAMP_SECONDS", "0");
  }
}
