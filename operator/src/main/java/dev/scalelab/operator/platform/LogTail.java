package dev.scalelab.operator.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The end of a container's output, short enough for a message. */
public final class LogTail {
  /** The severity with which PostgreSQL says why it ends, or why one of its sessions does. */
  private static final String FATAL = "FATAL:";

  /** Of one session, or of the connection to a primary: the server itself goes on. */
  private static final Pattern OF_A_SESSION =
      Pattern.compile(
          "the database system is|authentication failed|does not exist|pg_hba.conf entry"
              + "|too many clients|too many connections|connection slots|terminating |canceling "
              + "|could not connect to|could not receive data|could not send data|WAL stream"
              + "|requested WAL segment|behind recovery timeline|not permitted to|permission denied"
              + "|startup packet|frontend protocol|client certificate|for parameter"
              + "|unrecognized configuration parameter");

  /**
   * With the same settings PostgreSQL ends with these again. It says that a parameter is unknown or
   * has a wrong value with another severity, before it says that the file contains errors.
   */
  private static final Pattern OF_SETTINGS =
      Pattern.compile(
          "FATAL: .*(configuration file .* contains errors|could not access file|could not load"
              + "|could not (create|map) .*shared memory|not enough shared memory"
              + "|could not create (semaphores|any |listen socket)|huge pages|invalid list syntax"
              + "|incompatible library|insufficient parameter settings|wal_level"
              + "|replication slots active)");

  private static final int LINES = 3;
  private static final int CHARACTERS = 400;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What PostgreSQL writes before the severity: time and process. */
  private static final Pattern PREFIX = Pattern.compile("^.*?\\[\\d+] (?=[A-Z]+: )");

  /** Then the lines before it say which settings are wrong. */
  private static final String FAULTY_FILE = "contains errors";

  private LogTail() {}

  /** Whether the last message of a container is that PostgreSQL ends because of its settings. */
  static boolean nameSettings(String message) {
    return OF_SETTINGS.matcher(message).find();
  }

  /**
   * The last readable lines, or PostgreSQL's own reason if it has one. Records of the load, which
   * begin with a brace, are left out; of other programs' records in JSON only the message is used.
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
      String message = String.join(" / ", fatal);
      return message.length() <= CHARACTERS ? message : message.substring(0, CHARACTERS) + "...";
    }
    String end = String.join(" / ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    return end.length() <= CHARACTERS ? end : "..." + end.substring(end.length() - CHARACTERS);
  }

  /** The server's last fatal line, with the settings of which it only says that they are faulty. */
  private static List<String> fatal(List<String> lines) {
    int last = lines.size() - 1;
    while (last >= 0 && !endsServer(lines.get(last))) {
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

  private static boolean endsServer(String line) {
    return line.startsWith("PANIC:")
        || line.startsWith(FATAL) && !OF_A_SESSION.matcher(line).find();
  }

  /** What a program's record says; none for a record of the load, which has its kind. */
  private static Stream<String> messages(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      JsonNode message = json.path("msg").isTextual() ? json.path("msg") : json.path("message");
      JsonNode record = json.path("record");
      if (!message.isTextual() || record.isTextual()) {
        return Stream.empty();
      }
      return record.isObject()
          ? Stream.of(
              record.path("error_severity").asText() + ": " + record.path("message").asText())
          : Stream.concat(
              message.asText().lines(),
              json.path("error").isTextual()
                  ? Stream.of(json.path("error").asText())
                  : Stream.empty());
    } catch (JsonProcessingException e) {
      return Stream.empty(); // only its beginning or its end
    }
  }
}
