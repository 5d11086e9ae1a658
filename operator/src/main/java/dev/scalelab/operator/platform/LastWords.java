package dev.scalelab.operator.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The end of a container's output, short enough for a message. */
public final class LastWords {
  /** The severity with which PostgreSQL says why it ends, as in the words. */
  static final String FATAL = "FATAL:";

  private static final int LINES = 3;
  private static final int CHARACTERS = 400;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What PostgreSQL writes before the severity: time and process. */
  private static final Pattern PREFIX = Pattern.compile("^.*?\\[\\d+] (?=[A-Z]+: )");

  /** Then the lines before it say which settings are wrong. */
  private static final String FAULTY_FILE = "contains errors";

  private LastWords() {}

  /**
   * The last readable lines, or PostgreSQL's own reason if it has one. Records of the load, which
   * begin with a brace, are left out; of CloudNativePG's, which do too, only the message is used.
   * Empty if there are none.
   *
   * @param output the end of the output; may be null
   */
  public static String of(String output) {
    if (output == null) {
      return "";
    }
    List<String> lines =
        output
            .lines()
            .map(String::strip)
            .flatMap(line -> line.startsWith("{") ? messages(line) : Stream.of(line))
            .map(line -> PREFIX.matcher(line).replaceFirst("").replaceAll(": {2,}", ": ").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    List<String> fatal = fatal(lines);
    if (!fatal.isEmpty()) {
      String words = String.join(" / ", fatal);
      return words.length() <= CHARACTERS ? words : words.substring(0, CHARACTERS) + "...";
    }
    String end = String.join(" / ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    return end.length() <= CHARACTERS ? end : "..." + end.substring(end.length() - CHARACTERS);
  }

  /** The last fatal line, with the settings of which it only says that they are faulty. */
  private static List<String> fatal(List<String> lines) {
    int last = lines.size() - 1;
    while (last >= 0
        && !lines.get(last).startsWith(FATAL)
        && !lines.get(last).startsWith("PANIC:")) {
      last--;
    }
    if (last < 0) {
      return List.of();
    }
    int first = last;
    if (lines.get(last).contains(FAULTY_FILE)) {
      while (first > 0 && last - first < LINES - 1 && lines.get(first - 1).startsWith("LOG:")) {
        first--;
      }
    }
    return lines.subList(first, last + 1);
  }

  /** What a record of CloudNativePG says; none for a record of anything else. */
  private static Stream<String> messages(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      if (!json.path("msg").isTextual() || !json.path("level").isTextual()) {
        return Stream.empty();
      }
      JsonNode record = json.path("record");
      return record.isObject()
          ? Stream.of(
              record.path("error_severity").asText() + ": " + record.path("message").asText())
          : Stream.concat(
              json.path("msg").asText().lines(),
              json.path("error").isTextual()
                  ? Stream.of(json.path("error").asText())
                  : Stream.empty());
    } catch (JsonProcessingException e) {
      return Stream.empty(); // only its beginning or its end
    }
  }
}
