package dev.scalelab.operator.loadrun;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds the records among the lines that a Job's pod has printed. An image may print anything in
 * any amount, so only records are kept, up to a limit.
 */
final class RecordReader {
  /** Maximum output of one pod that is read, in bytes: a generator's own lines are far below it. */
  static final int MAX_OUTPUT_BYTES = 16 << 20;

  /** Maximum size of the records of one Job, in bytes of their text. */
  static final int MAX_RECORD_BYTES = 6 << 20;

  /** Maximum length of a record's line, in bytes. */
  static final int MAX_LINE_BYTES = 1 << 20;

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readerFor(LoadRecord.class);

  private final int knownSteps;
  private int recordBytes;

  /**
   * A reader of one Job's pods.
   *
   * @param knownSteps number of the last step that is already recorded; it and earlier ones are not
   *     kept again
   */
  RecordReader(int knownSteps) {
    this.knownSteps = knownSteps;
  }

  /** A reader of the next pod. */
  OfPod next() {
    return new OfPod();
  }

  /** Reads one pod's output, piece by piece. */
  final class OfPod implements Consumer<ByteBuffer> {
    private final List<LoadRecord> records = new ArrayList<>();
    private final Line line = new Line();
    private int total;
    private String excess;

    /**
     * Accepts the next piece. Lines that are not records are ignored, and so is a last line without
     * its end: it is still being written, or was cut off by a kill.
     */
    @Override
    public synchronized void accept(ByteBuffer piece) {
      total += piece.remaining();
      while (piece.hasRemaining() && excess == null) {
        byte next = piece.get();
        if (next != '\n') {
          line.add(next);
        } else if (!add(records, line.end())) {
          excess = "more than %d MiB of records".formatted(MAX_RECORD_BYTES >> 20);
        }
      }
      if (total > MAX_OUTPUT_BYTES && excess == null) {
        excess = "more than %d MiB".formatted(MAX_OUTPUT_BYTES >> 20);
      }
    }

    /** Its records in the order in which they were printed. */
    synchronized List<LoadRecord> records() {
      return List.copyOf(records);
    }

    /** The limit that its output has exceeded; empty if none. */
    synchronized Optional<String> excess() {
      return Optional.ofNullable(excess);
    }
  }

  /** False if the limit is exceeded. */
  private boolean add(List<LoadRecord> records, String line) {
    if (!line.startsWith("{")) {
      return true;
    }
    try {
      LoadRecord record = JSON.readValue(line);
      if (!(record instanceof LoadRecord.Step step) || step.step() > knownSteps) {
        records.add(record);
        recordBytes += line.length();
      }
    } catch (JsonProcessingException notARecord) {
      // Servers and libraries print JSON too; a missing record is detected by its number.
    }
    return recordBytes <= MAX_RECORD_BYTES;
  }

  /** The line that is being read; a line that is too long is dropped. */
  private static final class Line {
    private byte[] bytes = new byte[8 << 10];
    private int length;

    void add(byte next) {
      if (length == bytes.length && length < MAX_LINE_BYTES) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      if (length < bytes.length) {
        bytes[length] = next;
      }
      length++;
    }

    String end() {
      String text =
          length > bytes.length ? "" : new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
      length = 0;
      return text;
    }
  }
}
