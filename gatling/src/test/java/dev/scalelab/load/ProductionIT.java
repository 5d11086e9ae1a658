package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import dev.scalelab.load.record.HistogramText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Production lines: work orders, large orders first, and the users who do nothing else. */
class ProductionIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  @Test
  void aWorkOrderGoesFromStationToStationAndItsPausesAreNotCounted() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "28",
            "STEP_SECONDS", "3",
            "WARM_UP_SECONDS", "2",
            "RAMP_SECONDS", "0",
            "MIX", "workOrder=50,orderStatus=50");
    try (KnownServer server = new KnownServer(number -> afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").get("workOrder").get("ok").asLong()).isEqualTo(42);
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "POST /api/ecperf/work-orders/planned", 42L,
                  "POST /api/ecperf/work-orders/N/stations/N", 126L,
                  "POST /api/ecperf/work-orders/N/completion", 42L,
                  "GET /api/ecperf/orders/N", 42L));
      assertThat(server.responsesByStatus()).isEqualTo(Map.of(200, 210L, 201, 42L));
      JsonNode workOrder = records.steps().get(0).get("transactions").get("workOrder");
      assertThat(workOrder.get("requestsEach").asInt()).isEqualTo(5);
      // Five responses of 2 ms each, and three pauses of 333 ms, none of which counts.
      assertThat(HistogramText.decode(workOrder.get("histogram").asText()).getMinValue())
          .isLessThan(333_000);
    }
  }

  @Test
  void largeOrdersHaveTheirShareAndAreMadeFirst() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "10",
            "STEP_SECONDS", "10",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "newOrder=50,workOrder=50",
            "LARGE_ORDER_PERCENT", "20",
            "LARGE_ORDER_PIECES", "100");
    try (KnownServer server = new KnownServer(number -> afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      JsonNode totals = records.run().get("totals");
      assertThat(totals.get("newOrder").get("ok").asLong()).isEqualTo(50);
      assertThat(totals.get("workOrder").get("ok").asLong()).isEqualTo(50);
      assertThat(server.application().piecesOfOrders())
          .hasSize(50)
          .allMatch(pieces -> pieces >= 3 && (pieces <= 30 || pieces == 102))
          .filteredOn(pieces -> pieces >= 100)
          .hasSize(10);
      Map<String, Long> requests = server.requestsByKind();
      long planned = requests.get("POST /api/ecperf/work-orders/planned");
      // The ten large orders have thirty lines, but some wait until other orders have been made,
      // and one request in four finds that parts are missing.
      assertThat(planned).isBetween(20L, 49L);
      assertThat(requests)
          .isEqualTo(
              Map.of(
                  "POST /api/ecperf/cart/lines", 150L,
                  "POST /api/ecperf/orders", 50L,
                  "POST /api/ecperf/work-orders/large", 50L,
                  "POST /api/ecperf/work-orders/planned", planned,
                  "POST /api/ecperf/work-orders/N/stations/N", 150L,
                  "POST /api/ecperf/work-orders/N/completion", 50L));
      assertThat(records.run().get("largeOrdersMade").asLong())
          .as("the other work orders are of planned lines")
          .isEqualTo(50 - planned);
      Map<Integer, Long> responses = server.responsesByStatus();
      long lackedParts = responses.get(409);
      assertThat(lackedParts).isPositive();
      assertThat(responses)
          .isEqualTo(Map.of(200, 350L, 201, 100L, 204, planned - lackedParts, 409, lackedParts));
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
    }
  }

  @Test
  void ordersAndWorkOrdersAreCancelledByThoseWhoBeganThem() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "20",
            "STEP_SECONDS", "2",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "newOrder=25,cancelOrder=25,cancelWorkOrder=50",
            "LARGE_ORDER_PERCENT", "100",
            "LARGE_ORDER_PIECES", "100");
    try (KnownServer server = new KnownServer(number -> afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      JsonNode totals = records.run().get("totals");
      assertThat(totals.get("cancelOrder").get("ok").asLong()).isEqualTo(10);
      assertThat(totals.get("cancelWorkOrder").get("ok").asLong()).isEqualTo(20);
      assertThat(server.application().piecesOfOrders())
          .as("none that is to be cancelled is large, all others are")
          .hasSize(20)
          .filteredOn(pieces -> pieces >= 100)
          .hasSize(10);
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "POST /api/ecperf/cart/lines", 60L,
                  "POST /api/ecperf/orders", 20L,
                  "DELETE /api/ecperf/orders/N", 10L,
                  "POST /api/ecperf/work-orders/planned", 20L,
                  "POST /api/ecperf/work-orders/N/stations/N", 20L,
                  "DELETE /api/ecperf/work-orders/N", 20L));
      assertThat(records.run().get("writes").get("newOrder").get("0").get("numbered").asLong())
          .as("orders that are to be cancelled have no number")
          .isEqualTo(10);
    }
  }

  @Test
  void cancelledWorkOrdersAreThoseOfProductionLines() throws Exception {
    Map<String, String> settings =
        Map.of(
            "USERS", "4",
            "STEP_SECONDS", "4",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "orderStatus=50,workOrder=25,cancelWorkOrder=25");
    OpenLooks looks = new OpenLooks();
    try (KnownServer server = new KnownServer(looks);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(server.application().maxWorkOrdersUnderWay()).isEqualTo(2);
      assertThat(looks.max()).as("of order clients").isEqualTo(2);
      JsonNode totals = records.run().get("totals");
      long made = totals.get("workOrder").get("ok").asLong();
      long cancelled = totals.get("cancelWorkOrder").get("ok").asLong();
      assertThat(cancelled).isPositive();
      assertThat(Math.abs(made - cancelled))
          .as("their mix is exact in every block of two")
          .isLessThanOrEqualTo(2);
    }
  }

  @Test
  void ofEightUsersThreeAreProductionLinesAndFiveOrderClients() throws Exception {
    Map<String, String> settings =
        Map.of(
            "USERS", "8",
            "STEP_SECONDS", "4",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "orderStatus=31.25,customerStatus=31.25,workOrder=37.5");
    OpenLooks looks = new OpenLooks();
    try (KnownServer server = new KnownServer(looks);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      assertThat(server.application().maxWorkOrdersUnderWay()).isEqualTo(3);
      assertThat(looks.max()).as("of order clients").isEqualTo(5);
      // A line makes a work order in 1.25 s: three in the 4 s, and another one that is started.
      JsonNode totals = records.run().get("totals");
      assertThat(totals.get("workOrder").get("ok").asLong()).isBetween(3L, 12L);
      long orders = totals.get("orderStatus").get("ok").asLong();
      long customers = totals.get("customerStatus").get("ok").asLong();
      assertThat(Math.abs(orders - customers))
          .as("their mix is exact in every block of two")
          .isLessThanOrEqualTo(1);
    }
  }

  /** Responds after 50 ms, and records the maximum number of GETs in flight. */
  private static final class OpenLooks implements KnownServer.Behaviour {
    private final Queue<Long> ends = new ArrayDeque<>();
    private volatile int max;

    @Override
    public Reaction reactionTo(long request) {
      return afterMillis(50);
    }

    @Override
    public Reaction reactionTo(long request, String kind) {
      Reaction reaction = reactionTo(request);
      if (kind.startsWith("GET ")) {
        long now = System.nanoTime();
        ends.removeIf(end -> end - now <= 0);
        ends.add(now + reaction.delayNanos());
        max = Math.max(max, ends.size());
      }
      return reaction;
    }

    int max() {
      return max;
    }
  }

  private static Reaction afterMillis(long millis) {
    return new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
