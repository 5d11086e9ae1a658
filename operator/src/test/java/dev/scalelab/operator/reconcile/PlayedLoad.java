package dev.scalelab.operator.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.Histograms;
import dev.scalelab.operator.workload.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The output of each load generator in a run against servers that complete {@value #OF_EACH_SERVER}
 * transactions per second each and accept every order of a stream, and of the audit after it.
 */
public final class PlayedLoad {
  static final int OF_EACH_SERVER = 50;

  /** Length of each step, whatever the plan says. */
  public static final int STEP_SECONDS = 20;

  /** Longer ago than evidence needs to arrive, but within the time for which it is waited for. */
  private static final int ENDED_SECONDS_AGO = 60;

  private static final ObjectWriter JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build()
          .writerFor(LoadRecord.class);

  private final String run;
  private final int servers;
  private final LoadSpec spec;

  /** Rates, or users who each complete one transaction per second. */
  private final List<Double> levels;

  /** Rate of a stream beside them; 0 without one. */
  private final int ordersPerSecond;

  private final Instant start;
  private final Clock clock;
  private Duration clockAhead = Duration.ZERO;

  /**
   * A run that ended a minute ago, so that its evidence need not be waited for.
   *
   * @param levels the load of each step
   * @param now when it is a minute ago
   */
  static PlayedLoad ended(
      String run,
      int servers,
      ScalabilityExperimentSpec experiment,
      List<Double> levels,
      Instant now) {
    long ago = ENDED_SECONDS_AGO + (long) levels.size() * STEP_SECONDS;
    return new PlayedLoad(
        run, servers, experiment, levels, now.minusSeconds(ago), Clock.systemUTC());
  }

  /**
   * A run that begins at a time.
   *
   * @param levels the load of each step
   * @param clock that of the generator
   */
  public PlayedLoad(
      String run,
      int servers,
      ScalabilityExperimentSpec experiment,
      List<Double> levels,
      Instant start,
      Clock clock) {
    this.run = run;
    this.servers = servers;
    this.spec = experiment.load();
    this.levels = levels;
    this.ordersPerSecond =
        Workload.of(experiment).usesQueues() ? experiment.workload().portal().ordersPerSecond() : 0;
    this.start = start;
    this.clock = clock;
  }

  /** Number of its steps. */
  public int steps() {
    return levels.size();
  }

  /** Its first record. */
  public String start() {
    return line(new LoadRecord.Start(run, start));
  }

  /** The same load, of a generator whose clock is ahead of the others; negative: behind. */
  PlayedLoad ahead(Duration byThis) {
    clockAhead = byThis;
    return this;
  }

  /** The record of a step, from 1; it is printed later than a real one. */
  public String step(int step) {
    double level = levels.get(step - 1);
    Instant from = start.plusSeconds((long) (step - 1) * STEP_SECONDS);
    Histogram millis = new Histogram(3);
    millis.recordValueWithCount(40_000, completed(level));
    Histogram sent = new Histogram(2);
    sent.recordValueWithCount(39_000, completed(level));
    long scheduled = (long) (level * STEP_SECONDS) / spec.generators().count();
    return line(
        new LoadRecord.Step(
            run,
            step,
            spec.closedModel() ? null : level,
            spec.closedModel() ? (int) level : null,
            null,
            from,
            from,
            from.plusSeconds(STEP_SECONDS),
            STEP_SECONDS,
            scheduled,
            scheduled,
            0,
            completed(level),
            0,
            completed(level),
            Map.of(
                "newOrder",
                new LoadRecord.Transaction(
                    scheduled,
                    0,
                    completed(level),
                    0,
                    completed(level),
                    1,
                    Histograms.encode(millis))),
            Histograms.encode(sent),
            List.of(),
            Map.of(),
            new LoadRecord.Lateness(0.4, 2.1, 7.0),
            4.0,
            1.0,
            ordersPerSecond == 0 ? null : stream(),
            new LoadRecord.Connections(10, 40, 50),
            null,
            clock.instant().plus(clockAhead),
            null,
            null,
            null,
            null));
  }

  private LoadRecord.Stream stream() {
    long accepted = (long) ordersPerSecond * STEP_SECONDS;
    Histogram millis = new Histogram(3);
    millis.recordValueWithCount(5_000, accepted);
    return new LoadRecord.Stream(
        "order",
        ordersPerSecond,
        accepted,
        accepted,
        0,
        Histograms.encode(millis),
        null,
        List.of(),
        new LoadRecord.Lateness(0.4, 2.1, 7.0));
  }

  /** Its last record. */
  public String end() {
    long own = orders() / spec.generators().count();
    return line(
        new LoadRecord.Run(
            run,
            start,
            start.plusSeconds((long) levels.size() * STEP_SECONDS),
            Map.of("newOrder", new LoadRecord.Outcome(own, 0, 0)),
            own,
            0,
            null,
            null,
            null,
            null));
  }

  /** What the audit after it counts. */
  public String audit() {
    Map<String, Long> done = Map.of("newOrder", orders(), "workOrder", 0L);
    return line(new LoadRecord.Audit(done, Map.of("orphans", 0L), null, null));
  }

  private long orders() {
    return levels.stream().mapToLong(this::completed).sum() * spec.generators().count();
  }

  /** Part of one generator. */
  private long completed(double level) {
    return (long) (Math.min(level, OF_EACH_SERVER * servers) * STEP_SECONDS)
        / spec.generators().count();
  }

  private static String line(LoadRecord record) {
    try {
      return JSON.writeValueAsString(record) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
