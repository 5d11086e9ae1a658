package dev.scalelab.load.record;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.scalelab.load.profile.FailureKind;
import dev.scalelab.load.profile.StateOutcome;
import dev.scalelab.load.settings.WorkloadSettings;
import java.io.IOException;
import java.util.Optional;

/** Writes further counts: the outcomes of sessions, failed requests by kind, large orders. */
final class LossFormat {
  private LossFormat() {}

  /**
   * Writes the fields {@code state}, unless sessions have none, {@code failedBy}, and, with large
   * orders, {@code largeOrdersMade}.
   */
  static void write(JsonGenerator out, Counts counts, WorkloadSettings workload)
      throws IOException {
    if (workload.hasSessionState()) {
      writeState(out, counts);
    }
    out.writeObjectFieldStart("failedBy");
    for (FailureKind kind : FailureKind.values()) {
      out.writeNumberField(kind.label(), counts.failures(kind));
    }
    out.writeEndObject();
    if (workload.sizes().largeOrders().wanted()) {
      out.writeNumberField("largeOrdersMade", counts.largeOrders.sum());
    }
  }

  /** Writes the field {@code writes}, unless no transaction has a number. */
  static void writeNumbers(
      JsonGenerator out, int generator, RunRecorder recorder, Optional<RunStream> stream)
      throws IOException {
    Optional<Writes> streamed = stream.map(own -> own.recorder().writes());
    if (recorder.writes().isEmpty() && streamed.isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("writes");
    recorder.writes().write(out, generator);
    if (streamed.isPresent()) {
      streamed.get().write(out, generator);
    }
    out.writeEndObject();
  }

  private static void writeState(JsonGenerator out, Counts counts) throws IOException {
    long sessions = 0;
    for (StateOutcome outcome : StateOutcome.values()) {
      sessions += counts.states(outcome);
    }
    out.writeObjectFieldStart("state");
    out.writeNumberField("sessions", sessions);
    for (StateOutcome outcome : StateOutcome.values()) {
      out.writeNumberField(outcome.label(), counts.states(outcome));
      if (outcome == StateOutcome.INTACT) {
        out.writeNumberField("moved", counts.moved());
      }
    }
    out.writeEndObject();
  }
}
