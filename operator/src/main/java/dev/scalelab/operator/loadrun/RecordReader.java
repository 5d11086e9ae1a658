package dev.scalelab.operator.loadrun;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the records among the lines that a Job's pod has printed. An image may print anything in
 * any amount, so only records are kept, up to a limit.
 */
final class RecordReader {
  /** Maximum output that is read at a time, in bytes: a generator's own lines are far below it. */
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

  /** Length of a time in whole seconds, in UTC. */
  private static final int SHORTEST_TIME = 20;

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

  /** A reader of the next pod, of which nothing is kept yet. */
  OfPod next() {
    return next(0);
  }

  /**
   * A reader of the next pod.
   *
   * @param keptBytes size of its records that were kept in earlier readings
   */
  OfPod next(int keptBytes) {
    recordBytes += keptBytes;
    return new OfPod();
  }

  /** Reads one pod's output, piece by piece. */
  final class OfPod implements Consumer<ByteBuffer> {
    private final List<LoadRecord> records = new ArrayList<>();
    private final Line line = new Line();
    private final Set<Integer> steps = new HashSet<>();
    private String firstLine = "";
    private String lastLine = "";
    private int total;
    private int bytes;
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
        } else if (!add(withoutTime(line.end()))) {
          excess = "more than %d MiB of records".formatted(MAX_RECORD_BYTES >> 20);
        }
      }
    }

    /** Kubelets begin each line with the time at which it was printed. */
    private String withoutTime(String printed) {
      int space = printed.indexOf(' ');
      if (space < SHORTEST_TIME || !Character.isDigit(printed.charAt(0))) {
        return printed;
      }
      lastLine = printed.substring(0, space);
      firstLine = firstLine.isEmpty() ? lastLine : firstLine;
      return printed.substring(space + 1);
    }

    /** False if the limit is exceeded. A copy of a step is ignored. */
    private boolean add(String printed) {
      read(printed)
          .filter(record -> !(record instanceof LoadRecord.Step step) || isNew(step))
          .ifPresent(
              record -> {
                records.add(record);
                bytes += printed.length();
                recordBytes += printed.length();
              });
      return recordBytes <= MAX_RECORD_BYTES;
    }

    private boolean isNew(LoadRecord.Step step) {
      return step.step() > knownSteps && steps.add(step.step());
    }

    /** Time of the first complete line, by the kubelet's clock; empty if unknown. */
    synchronized Optional<Instant> firstLine() {
      return time(firstLine);
    }

    /** Time of the last complete line. */
    synchronized Optional<Instant> lastLine() {
      return time(lastLine);
    }

    /** Size of its records. */
    synchronized int bytes() {
      return bytes;
    }

    /** Whether the rest of the output was not read, because it was too long. */
    synchronized boolean unfinished() {
      return total > MAX_OUTPUT_BYTES;
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

  private static Optional<LoadRecord> read(String line) {
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(line));
    } catch (JsonProcessingException notARecord) {
      // Servers and libraries print JSON too; a missing record is detected by its number.
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(String printed) {
    try {
      return Optional.of(OffsetDateTime.parse(printed).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
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
