package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import dev.scalelab.load.record.HistogramText;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Generators that are suspended for a second and a half, with a server that responds in a
 * millisecond: users wait for the generators, and that time must be part of the response times. All
 * run at the same time.
 */
@Isolated("what else runs takes the cores that times depend on")
class LateIT {
  private static final Duration DEADLINE = Duration.ofSeconds(180);
  private static final Duration STILL = Duration.ofMillis(1500);
  private static final Duration MIDDLE = Duration.ofSeconds(5);

  /**
   * More than a third of the transactions scheduled in the 4 measured seconds are scheduled while
   * it is suspended. Those in flight then, of which a slow machine has more, are far fewer than 10
   * %.
   */
  private static final Map<String, String> STEP =
      Map.of("STEP_SECONDS", "8", "WARM_UP_SECONDS", "4", "RAMP_SECONDS", "0");

  /**
   * The 90th percentile of the times is that of transactions that waited for more than a second.
   */
  private static final double MIN_P90 = 800;

  private static final ExecutorService RUNS = Executors.newCachedThreadPool();

  private static Suspended arrivals;
  private static Suspended stream;
  private static Suspended paced;
  private static Suspended thinking;

  @BeforeAll
  static void start() {
    arrivals = new Suspended("RATES", "100", "MIX", "orderStatus=100");
    stream = new Suspended("USERS", "1", "WORKLOAD", "portal", "STREAM_RATE", "100");
    paced = new Suspended("USERS", "50", "PACING_MILLIS", "500", "MIX", "orderStatus=100");
    thinking =
        new Suspended(
            "USERS", "20",
            "WORKLOAD", "cart",
            "PRODUCTS_PER_VISIT", "5",
            "THINK_MILLIS", "100");
  }

  @AfterAll
  static void stop() {
    RUNS.shutdownNow();
  }

  @Test
  void arrivalsOfAnOpenModelWaitFromTheirScheduledMoment() throws Exception {
    arrivals.check(
        step -> {
          Histogram scheduled = Records.merged(step);
          assertThat(millis(scheduled, 90)).as("p90, scheduled").isGreaterThan(MIN_P90);
          assertThat(millis(scheduled, 50)).as("p50, scheduled").isLessThan(MIN_P90 / 2);
          assertThat(millis(Records.sent(step), 90))
              .as("p90, sent, after a burst")
              .isLessThan(MIN_P90 / 2);
          assertThat(step.get("lateness").get("p99Millis").asDouble()).isGreaterThan(MIN_P90);
        });
  }

  @Test
  void soDoOrdersOfAStreamBesideUsers() throws Exception {
    stream.check(
        step -> {
          JsonNode orders = step.get("stream");

          Histogram scheduled = HistogramText.decode(orders.get("histogram").asText());
          assertThat(millis(scheduled, 90)).as("p90, scheduled").isGreaterThan(MIN_P90);
          assertThat(millis(Records.sent(orders), 90))
              .as("p90, sent, after a burst")
              .isLessThan(MIN_P90 / 2);
        });
  }

  /** Fifty users, each of whom is ready for its next transaction twice a second. */
  @Test
  void soDoClientsWhosePaceSaysWhenTheyBegin() throws Exception {
    paced.check(
        step -> {
          assertThat(millis(Records.merged(step), 90)).as("p90, scheduled").isGreaterThan(MIN_P90);
          assertThat(millis(Records.sent(step), 90))
              .as("p90, sent, after a burst")
              .isLessThan(MIN_P90 / 2);
        });
  }

  /**
   * Most of twenty visits are in one of their six pauses when the generator is suspended. They are
   * a fifth of all visits, or more.
   */
  @Test
  void soDoUsersWhoAreWokenTooLateFromAPauseWithinATransaction() throws Exception {
    thinking.check(
        step -> {
          assertThat(millis(Records.merged(step), 85)).as("p85, scheduled").isGreaterThan(MIN_P90);
          assertThat(millis(Records.sent(step), 90))
              .as("p90, sent, after a burst")
              .isLessThan(MIN_P90 / 2);
        });
  }

  private static double millis(Histogram micros, double percentile) {
    return micros.getValueAtPercentile(percentile) / 1000.0;
  }

  /**
   * Runs of a step in the middle of whose measured part the generator is suspended: one that begins
   * with those of the other tests, and further ones if that was disturbed.
   */
  private static final class Suspended {
    private final Map<String, String> settings = new HashMap<>(STEP);
    private Future<Outcome> begun;

    /** A step's record, and what the machine did meanwhile. */
    private record Outcome(JsonNode step, MachineWatch.Seen machine) {}

    Suspended(String... namesAndValues) {
      for (int i = 0; i < namesAndValues.length; i += 2) {
        settings.put(namesAndValues[i], namesAndValues[i + 1]);
      }
      begun = RUNS.submit(this::run);
    }

    void check(Consumer<JsonNode> check) throws Exception {
      Undisturbed.check(
          () -> {
            Outcome outcome = begun == null ? run() : begun.get();
            begun = null;
            return new Undisturbed.Run(outcome.machine(), () -> check.accept(outcome.step()));
          });
    }

    private Outcome run() throws Exception {
      Reporting behaviour = new Reporting();
      try (MachineWatch machine = new MachineWatch();
          KnownServer server = new KnownServer(behaviour);
          GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
        JsonNode start = generator.nextLine(DEADLINE).json();
        behaviour.awaitQuietAfter(Instant.parse(start.get("startedAt").asText()).plus(MIDDLE));
        generator.standStill(STILL);

        assertThat(generator.exitCode(DEADLINE)).as(generator.errorText()).isZero();
        Records records = generator.records();
        assertThat(Records.errors(records.run())).isEmpty();
        return new Outcome(records.steps().get(0), machine.seen());
      }
    }
  }

  /** Responds after a millisecond, and notes when the last request came. */
  private static final class Reporting implements Behaviour {
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong last = new AtomicLong();

    /**
     * Waits for a moment without a request in flight: responses that a suspended generator reads
     * late would count as slow responses of the server.
     */
    void awaitQuietAfter(Instant instant) throws InterruptedException {
      Instant end = instant.plus(DEADLINE);
      while (Instant.now().isBefore(instant) || !quiet()) {
        assertThat(Instant.now()).as("no quiet moment").isBefore(end);
        TimeUnit.MICROSECONDS.sleep(200);
      }
    }

    /** The last request has been answered, and its response had twice as long to be read. */
    private boolean quiet() {
      return last.get() > 0 && System.nanoTime() - last.get() > 3 * ANSWER_NANOS;
    }

    @Override
    public Reaction reactionTo(long request) {
      last.set(System.nanoTime());
      return new Reaction(Action.ANSWER, ANSWER_NANOS);
    }

    /**
     * The user in addition to the stream would keep a core busy, and would get its responses later.
     */
    @Override
    public Reaction reactionTo(long request, String kind) {
      Reaction reaction = reactionTo(request);
      return kind.startsWith("GET /api/portal")
          ? new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(20))
          : reaction;
    }
  }
}
