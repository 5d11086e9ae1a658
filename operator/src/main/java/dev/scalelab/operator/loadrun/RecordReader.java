package dev.scalelab.operator.loadrun;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.ArrayList;
import java.util.List;

/** Finds the records among the lines that a Job's pod has printed. */
final class RecordReader {
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readerFor(LoadRecord.class);

  private RecordReader() {}

  /**
   * The records in the order in which they were printed. Lines of anything else are passed over,
   * and so is a last line without its end: it is still being written, or was torn by a kill.
   */
  static List<LoadRecord> read(String output) {
    List<LoadRecord> records = new ArrayList<>();
    int start = 0;
    for (int end = output.indexOf('\n'); end >= 0; end = output.indexOf('\n', start)) {
      String line = output.substring(start, end).strip();
      if (line.startsWith("{")) {
        add(records, line);
      }
      start = end + 1;
    }
    return records;
  }

  private static void add(List<LoadRecord> records, String line) {
    try {
      records.add(JSON.readValue(line));
    } catch (JsonProcessingException notARecord) {
      // Servers and libraries print JSON too; a record that is missing is missed by its number.
    }
  }
}
