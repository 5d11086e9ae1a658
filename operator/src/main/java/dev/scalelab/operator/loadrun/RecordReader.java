package dev.scalelab.operator.loadrun;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the records among the lines that a Job's pod has printed. An image may print anything in
 * any amount, so only records are kept, and the amount is limited.
 */
final class RecordReader {
  /** Output of one pod that is read, in bytes: a generator's own lines are far below it. */
  static final int MAX_OUTPUT_BYTES = 16 << 20;

  /** Records of one Job that are kept, in bytes of their text. */
  static final int MAX_RECORD_BYTES = 12 << 20;

  /** Longest line that can be a record, in bytes. */
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
   * @param knownSteps number of the last step that is recorded already; it and those before it are
   *     not kept again
   */
  RecordReader(int knownSteps) {
    this.knownSteps = knownSteps;
  }

  /**
   * Adds one pod's records in the order in which they were printed. Other lines are left out, and
   * so is a last line without its end: it is still being written, or was cut off by a kill.
   *
   * @return what the limit is that the output has passed; empty when it was read to its end
   */
  Optional<String> read(InputStream output, List<LoadRecord> records) throws IOException {
    byte[] chunk = new byte[64 << 10];
    Line line = new Line();
    int total = 0;
    for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
      total += read;
      for (int i = 0; i < read; i++) {
        if (chunk[i] != '\n') {
          line.add(chunk[i]);
        } else if (!add(records, line.end())) {
          return Optional.of("more than %d MiB of records".formatted(MAX_RECORD_BYTES >> 20));
        }
      }
      if (total > MAX_OUTPUT_BYTES) {
        return Optional.of("more than %d MiB".formatted(MAX_OUTPUT_BYTES >> 20));
      }
    }
    return Optional.empty();
  }

  /** False when there are too many. */
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
      // Servers and libraries print JSON too; a record that is missing is missed by its number.
    }
    return recordBytes <= MAX_RECORD_BYTES;
  }

  /** The line that is being read; of one that is too long nothing is kept. */
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
