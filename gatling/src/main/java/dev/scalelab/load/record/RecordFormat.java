package dev.scalelab.load.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.LoadSettings;
import dev.scalelab.load.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Writes records as one line of JSON each. */
final class RecordFormat {
  private static final int MAX_ERRORS = 10;
  private static final double MICROS_PER_MILLI = 1000;
  private static final double MICROS_PER_SECOND = 1e6;

  private final JsonFactory json = new JsonFactory();
  private final Settings settings;
  private final Timeline timeline;
  private final RunClock clock;
  private final OptionalDouble cpuLimitCores;

  RecordFormat(Settings settings, Timeline timeline, RunClock clock, OptionalDouble cpuLimitCores) {
    this.settings = settings;
    this.timeline = timeline;
    this.clock = clock;
    this.cpuLimitCores = cpuLimitCores;
  }

  private interface Body {
    void write(JsonGenerator out) throws IOException;
  }

  private String record(String kind, Body body) {
    StringWriter line = new StringWriter();
    try (JsonGenerator out = json.createGenerator(line)) {
      out.writeStartObject();
      out.writeStringField("record", kind);
      out.writeStringField("run", settings.run().name());
      body.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be written", e);
    }
    return line.toString();
  }

  /** The record at the start of a run, as soon as its first user is scheduled. */
  String start() {
    LoadSettings load = settings.load();
    return record(
        "start",
        out -> {
          out.writeStringField("startedAt", iso(clock.instantAt(0)));
          out.writeStringField("mode", settings.run().mode().label());
          if (load.isClosed()) {
            out.writeFieldName("users");
            out.writeArray(
                load.users().stream().mapToInt(Integer::intValue).toArray(), 0, load.steps());
          } else {
            out.writeFieldName("rates");
            out.writeArray(
                load.rates().stream().mapToDouble(Double::doubleValue).toArray(), 0, load.steps());
          }
          out.writeNumberField("stepSeconds", load.stepSeconds());
          out.writeNumberField("warmUpSeconds", load.warmUpSeconds());
          out.writeNumberField("rampSeconds", load.rampSeconds());
          out.writeNumberField("seed", settings.workload().seed());
          out.writeNumberField("generator", settings.generators().share().number());
          out.writeNumberField("generators", settings.generators().share().parts());
        });
  }

  /** The record of a step whose measured window is over. */
  String step(StepMeasurement measured) {
    return record("step", out -> writeStep(out, measured));
  }

  private void writeStep(JsonGenerator out, StepMeasurement measured) throws IOException {
    int step = measured.step();
    Window window = measured.window();
    Counts counts = window.counts();
    out.writeNumberField("step", step + 1);
    if (settings.load().isClosed()) {
      out.writeNumberField("users", settings.load().users().get(step));
    } else {
      out.writeNumberField("targetPerSecond", settings.load().rates().get(step));
    }
    out.writeStringField("startedAt", iso(clock.instantAt(timeline.stepFromNanos(step))));
    out.writeStringField("measuredFrom", iso(clock.instantAt(timeline.windowFromNanos(step))));
    out.writeStringField("measuredTo", iso(clock.instantAt(measured.toNanos())));
    out.writeNumberField("measuredSeconds", seconds(measured));
    if (measured.usersDone().isPresent()) {
      out.writeNumberField("transactionsPerUser", settings.users().transactionsPerUser());
      out.writeNumberField("usersDone", measured.usersDone().getAsInt());
    }
    out.writeNumberField("scheduled", measured.scheduled());
    out.writeNumberField("sent", counts.sent());
    out.writeNumberField("completed", counts.ok());
    out.writeNumberField("failed", counts.failed());
    out.writeNumberField("shed", counts.shed());
    out.writeNumberField("requests", counts.requests());
    out.writeNumberField("failedRequests", counts.failedRequests());
    out.writeObjectFieldStart("transactions");
    for (TransactionKind type : settings.workload().transactions()) {
      out.writeObjectFieldStart(type.label());
      writeKind(out, type, window);
      out.writeEndObject();
    }
    out.writeEndObject();
    writeAllKinds(out, window);
    LossFormat.write(out, counts, settings.workload());
    out.writeNumberField("cpuSeconds", thousandths(measured.used().cpuSeconds()));
    if (cpuLimitCores.isPresent()) {
      out.writeNumberField("cpuLimitCores", thousandths(cpuLimitCores.getAsDouble()));
    } else {
      out.writeNullField("cpuLimitCores");
    }
    measured.used().connections().write(out);
    if (measured.stream().isPresent()) {
      writeStream(out, measured.stream().get());
    }
    measured.series().write(out);
    out.writeStringField("printedAt", iso(clock.now()));
  }

  private double seconds(StepMeasurement measured) {
    long nanos = measured.toNanos() - timeline.windowFromNanos(measured.step());
    return Math.round(nanos / 1000.0) / MICROS_PER_SECOND;
  }

  private void writeStream(JsonGenerator out, StepMeasurement.OfStream measured)
      throws IOException {
    TransactionKind type = measured.stream().type();
    Window window = measured.window();
    out.writeObjectFieldStart("stream");
    out.writeStringField("transaction", type.label());
    out.writeNumberField("targetPerSecond", measured.stream().perSecond());
    out.writeNumberField("scheduled", measured.scheduled());
    writeKind(out, type, window);
    writeAllKinds(out, window);
    out.writeEndObject();
  }

  private void writeKind(JsonGenerator out, TransactionKind type, Window window)
      throws IOException {
    Counts.OfType counts = window.counts().of(type);
    out.writeNumberField("sent", counts.sent());
    out.writeNumberField("shed", counts.shed());
    writeCounts(out, counts);
    out.writeNumberField("requests", counts.requests());
    out.writeNumberField("requestsEach", settings.workload().sizes().requestsOf(type));
    out.writeStringField("histogram", HistogramText.encode(window.responseMicros(type)));
  }

  private static void writeAllKinds(JsonGenerator out, Window window) throws IOException {
    out.writeStringField("sentHistogram", HistogramText.encode(window.sentMicros()));
    writeErrors(out, window.errors().largestFirst(MAX_ERRORS));
    writeServers(out, window.servers().largestFirst());
    writeLateness(out, window.latenessMicros());
  }

  /**
   * The record at the end of a run.
   *
   * @param scheduled transactions scheduled until the run's end
   * @param stream the stream in addition to the users
   * @param streamed transactions of the stream scheduled until the run's end
   * @param risePercent how much more completed in the last interval of a warm-up than in the one
   *     before
   * @param machineIndex how fast the machine computes
   * @param interrupted whether the run was stopped before its end
   */
  String run(
      Instant finishedAt,
      RunRecorder recorder,
      long scheduled,
      Optional<RunStream> stream,
      long streamed,
      long connections,
      OptionalDouble risePercent,
      OptionalDouble machineIndex,
      boolean interrupted) {
    Counts totals = recorder.totals();
    return record(
        "run",
        out -> {
          out.writeStringField("mode", settings.run().mode().label());
          out.writeStringField("startedAt", iso(clock.instantAt(0)));
          out.writeStringField("finishedAt", iso(finishedAt));
          out.writeBooleanField("interrupted", interrupted);
          out.writeNumberField("scheduled", scheduled);
          out.writeNumberField("sent", totals.sent());
          out.writeNumberField("shed", totals.shed());
          out.writeNumberField("unfinished", totals.unfinished());
          writeTotals(out, "totals", totals);
          writeTotals(out, "outsideWindows", recorder.outside());
          out.writeNumberField("requests", totals.requests());
          out.writeNumberField("failedRequests", totals.failedRequests());
          out.writeNumberField("connections", connections);
          writeIfKnown(out, "risePercent", risePercent);
          writeIfKnown(out, "machineIndex", machineIndex);
          writeErrors(out, recorder.errors().largestFirst(MAX_ERRORS));
          LossFormat.write(out, totals, settings.workload());
          LossFormat.writeNumbers(out, settings.generators().share().number(), recorder, stream);
          if (stream.isPresent()) {
            writeStream(out, stream.get(), streamed);
          }
        });
  }

  private static void writeStream(JsonGenerator out, RunStream stream, long scheduled)
      throws IOException {
    Counts totals = stream.recorder().totals();
    Counts.OfType counts = totals.of(stream.type());
    out.writeObjectFieldStart("stream");
    out.writeStringField("transaction", stream.type().label());
    out.writeNumberField("scheduled", scheduled);
    out.writeNumberField("sent", counts.sent());
    out.writeNumberField("shed", counts.shed());
    out.writeNumberField("unfinished", totals.unfinished());
    writeCounts(out, counts);
    out.writeNumberField("requests", counts.requests());
    out.writeNumberField("failedRequests", counts.failedRequests());
    writeErrors(out, stream.recorder().errors().largestFirst(MAX_ERRORS));
    out.writeEndObject();
  }

  private void writeTotals(JsonGenerator out, String field, Counts counts) throws IOException {
    out.writeObjectFieldStart(field);
    for (TransactionKind type : settings.workload().transactions()) {
      out.writeObjectFieldStart(type.label());
      writeCounts(out, counts.of(type));
      out.writeNumberField("shed", counts.of(type).shed());
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private static void writeCounts(JsonGenerator out, Counts.OfType counts) throws IOException {
    out.writeNumberField("ok", counts.ok());
    out.writeNumberField("failed", counts.failed());
  }

  private static void writeIfKnown(JsonGenerator out, String field, OptionalDouble value)
      throws IOException {
    if (value.isPresent()) {
      out.writeNumberField(field, thousandths(value.getAsDouble()));
    }
  }

  private static void writeErrors(JsonGenerator out, List<Map.Entry<String, Long>> errors)
      throws IOException {
    out.writeArrayFieldStart("errors");
    for (Map.Entry<String, Long> error : errors) {
      out.writeStartObject();
      out.writeStringField("reason", error.getKey());
      out.writeNumberField("count", error.getValue());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeServers(JsonGenerator out, List<Map.Entry<String, Long>> servers)
      throws IOException {
    out.writeObjectFieldStart("pods");
    for (Map.Entry<String, Long> server : servers) {
      out.writeNumberField(server.getKey(), server.getValue());
    }
    out.writeEndObject();
  }

  private static void writeLateness(JsonGenerator out, Histogram micros) throws IOException {
    out.writeObjectFieldStart("lateness");
    out.writeNumberField("p50Millis", micros.getValueAtPercentile(50) / MICROS_PER_MILLI);
    out.writeNumberField("p99Millis", Lateness.p99(micros) / MICROS_PER_MILLI);
    out.writeNumberField("maxMillis", micros.getMaxValue() / MICROS_PER_MILLI);
    out.writeEndObject();
  }

  private static double thousandths(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String iso(Instant instant) {
    return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.MILLIS));
  }
}
