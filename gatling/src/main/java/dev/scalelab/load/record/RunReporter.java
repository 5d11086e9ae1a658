package dev.scalelab.load.record;

import dev.scalelab.load.host.NodeTicks;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.settings.Settings;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Prints the records of a run in a separate thread: each step's record when its window ends, even
 * if no request ever finishes.
 */
public final class RunReporter {
  private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final RecordFormat format;
  private final RunRecorder recorder;
  private final Optional<RunStream> stream;
  private final RunClock clock;
  private final Timeline timeline;
  private final Schedule schedule;
  private final Share share;
  private final UsersDone usersDone;
  private final WarmUpGate gate;
  private final GeneratorUse use;
  private final RecordOutput records;
  private final PrintStream progress;
  private final Thread thread = new Thread(this::report, "reporter");
  private boolean closed;

  private RunReporter(
      RecordFormat format,
      RunRecorder recorder,
      Optional<RunStream> stream,
      RunClock clock,
      Timeline timeline,
      Schedule schedule,
      Share share,
      UsersDone usersDone,
      WarmUpGate gate,
      GeneratorUse use,
      RecordOutput records,
      PrintStream progress) {
    this.format = format;
    this.recorder = recorder;
    this.stream = stream;
    this.clock = clock;
    this.timeline = timeline;
    this.schedule = schedule;
    this.share = share;
    this.usersDone = usersDone;
    this.gate = gate;
    this.use = use;
    this.records = records;
    this.progress = progress;
  }

  /**
   * The reporter of a run.
   *
   * @param stream the stream in addition to the users; empty without a stream
   * @param usersDone users of a closed model who have completed their number of transactions
   * @param gate whether the servers of a warm-up are warm
   * @param use use of the machine by this process
   * @param cpuLimitCores CPU limit of this process in cores, or empty without a limit
   * @param records output of the records
   * @param progress output of a line for the user at each step's end
   */
  public static RunReporter of(
      Settings settings,
      RunRecorder recorder,
      Optional<RunStream> stream,
      RunClock clock,
      UsersDone usersDone,
      WarmUpGate gate,
      GeneratorUse use,
      OptionalDouble cpuLimitCores,
      RecordOutput records,
      PrintStream progress) {
    Timeline timeline = settings.timeline();
    return new RunReporter(
        new RecordFormat(settings, timeline, clock, cpuLimitCores),
        recorder,
        stream,
        clock,
        timeline,
        settings.load().schedule(),
        settings.generators().share(),
        usersDone,
        gate,
        use,
        records,
        progress);
  }

  /** Starts to wait for the run's start, then for each window. */
  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for the last window's record and prints the run's record. */
  public void finish() throws InterruptedException {
    thread.join();
    long end = stop(); // measuring the machine takes time that is not of the run
    close(end, false, use.machineIndex());
  }

  /**
   * Prints the run's record immediately, with the figures until now; does nothing after the end.
   */
  public synchronized void interrupt() {
    if (clock.isStarted()) {
      close(stop(), true, OptionalDouble.empty());
    }
  }

  /**
   * Ends the counting, and only then takes the time: while users go on, a transaction that starts
   * later would be counted, and not be among those scheduled until then.
   */
  private long stop() {
    recorder.stop();
    stream.ifPresent(beside -> beside.recorder().stop());
    return clock.elapsedNanos();
  }

  private void report() {
    try {
      clock.awaitStart();
      if (timeline.measured()) {
        print(format.start());
      }
      StepSeries series = new StepSeries(recorder, new NodeTicks(), timeline.stepSeconds());
      for (int window = 0; window < timeline.windows(); window++) {
        open(window);
        series.begin(timeline.stepFromNanos(window));
        awaitElapsed(timeline.windowFromNanos(window), series);
        use.begin();
        while (clock.elapsedNanos() < recorder.endNanos(window)) {
          long next = Math.min(series.nextNanos(), recorder.endNanos(window));
          usersDone.await(window, next - clock.elapsedNanos());
          awaitElapsed(Math.min(next, recorder.endNanos(window)), series);
        }
        print(measure(window, use.end(), series.taken()));
      }
    } catch (InterruptedException e) {
      // This thread is only interrupted when the process ends.
      Thread.currentThread().interrupt();
    }
  }

  private void open(int window) {
    recorder.open(window);
    stream.ifPresent(beside -> beside.recorder().open(window));
  }

  private String measure(int index, GeneratorUse.Used used, StepSeries.Taken series) {
    Window window = recorder.close(index);
    Counts counts = window.counts();
    long from = timeline.windowFromNanos(index);
    long to = recorder.endNanos(index);
    long scheduled = due(from, to, counts);
    Optional<StepMeasurement.OfStream> streamed =
        stream.map(
            beside ->
                new StepMeasurement.OfStream(
                    beside, beside.due(from, to), beside.recorder().close(index)));
    progress.printf(
        "step %d of %d: %d scheduled, %d sent, %d ok, %d failed, generator CPU %.2f s%n",
        index + 1,
        timeline.windows(),
        scheduled,
        counts.sent(),
        counts.ok(),
        counts.failed(),
        used.cpuSeconds());
    OptionalInt done = usersDone.in(index);
    done.ifPresent(users -> printUsersDone(users, to - from));
    streamed.ifPresent(this::printStream);
    return format.step(
        new StepMeasurement(index, to, scheduled, window, used, done, streamed, series));
  }

  private void printUsersDone(int usersDone, long nanos) {
    progress.printf(
        "  %d users completed their number of transactions in %.1f s%n",
        usersDone, (double) nanos / TimeUnit.SECONDS.toNanos(1));
  }

  private void printStream(StepMeasurement.OfStream streamed) {
    Counts counts = streamed.window().counts();
    progress.printf(
        "  stream of %s: %d scheduled, %d sent, %d ok, %d failed%n",
        streamed.stream().type().label(),
        streamed.scheduled(),
        counts.sent(),
        counts.ok(),
        counts.failed());
  }

  /**
   * Transactions of this process scheduled in that time; in a closed model, all that users were
   * ready for.
   */
  private long due(long fromNanos, long toNanos, Counts counts) {
    OptionalLong from = schedule.dueBefore(fromNanos / NANOS_PER_MILLI);
    OptionalLong to = schedule.dueBefore(toNanos / NANOS_PER_MILLI);
    return from.isPresent() && to.isPresent()
        ? share.countOf(to.getAsLong()) - share.countOf(from.getAsLong())
        : counts.due();
  }

  /** Waits until then, and reads the counters each second until then. */
  private void awaitElapsed(long elapsedNanos, StepSeries series) throws InterruptedException {
    while (clock.elapsedNanos() < elapsedNanos) {
      clock.awaitElapsed(Math.min(elapsedNanos, series.nextNanos()));
      series.read(clock.elapsedNanos());
    }
    series.read(clock.elapsedNanos());
  }

  private synchronized void print(String line) {
    if (!closed) {
      records.print(line);
    }
  }

  private synchronized void close(long elapsed, boolean interrupted, OptionalDouble machineIndex) {
    if (!closed) {
      records.printLast(
          format.run(
              clock.instantAt(elapsed),
              recorder,
              due(0, elapsed, recorder.totals()),
              stream,
              stream.map(beside -> beside.due(0, elapsed)).orElse(0L),
              use.connectionsOpened(),
              gate.risePercent(),
              machineIndex,
              interrupted));
    }
    closed = true;
  }
}
