package dev.scalelab.benchmark.cells.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/**
 * Reads a table of configurations: comma-separated values, one call per row. The rows of a
 * configuration are its calls in their order. The optional column level is the depth of each call
 * below the request; without it each row is called by the row above.
 */
public final class TableReader {

  /** Deeper trees could exhaust a request thread's stack. */
  static final int MOST_LEVELS = 20;

  private static final String COLUMNS =
      "config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception";
  private static final String LEVEL = "level";
  private static final int MOST_ROWS = 1000;
  private static final int MOST_REPETITIONS = 10_000_000;
  private static final int MOST_BYTES = 1_000_000_000;

  private final Map<String, List<Row>> rowsByConfiguration = new LinkedHashMap<>();
  private List<String> columns;
  private int lineNumber;
  private int calls;

  private TableReader() {}

  /** A call, and its level: that of the first call is 1. */
  private record Row(
      Bean bean, int repetitions, int memoryBytes, int leakBytes, boolean throwing, int level) {}

  /**
   * The configurations of a table, by name.
   *
   * @throws BadTableException with the first line and column that break a rule
   */
  public static Map<String, Configuration> read(String text) {
    return new TableReader().configurations(text);
  }

  private Map<String, Configuration> configurations(String text) {
    text.lines().map(String::strip).forEach(this::line);
    if (rowsByConfiguration.isEmpty()) {
      throw new BadTableException(lineNumber + 1, "a table has at least one configuration");
    }
    Map<String, Configuration> configurations = new LinkedHashMap<>();
    rowsByConfiguration.forEach(
        (name, rows) -> configurations.put(name, new Configuration(name, tree(rows))));
    return configurations;
  }

  private void line(String line) {
    lineNumber++;
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    if (columns == null) {
      columns = header(line);
      return;
    }
    calls++;
    if (calls > MOST_ROWS) {
      throw new BadTableException(lineNumber, "a table has at most " + MOST_ROWS + " rows");
    }
    String[] values = line.split(",", -1);
    if (values.length != columns.size()) {
      throw new BadTableException(lineNumber, "must have %d columns".formatted(columns.size()));
    }
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      row.put(columns.get(i), values[i].strip());
    }
    add(row);
  }

  private List<String> header(String line) {
    if (!line.equals(COLUMNS) && !line.equals(COLUMNS + "," + LEVEL)) {
      throw new BadTableException(
          lineNumber, "must be the header %s[,%s]".formatted(COLUMNS, LEVEL));
    }
    return List.of(line.split(","));
  }

  private void add(Map<String, String> values) {
    String name = values.get("config");
    if (!name.matches("[A-Za-z0-9-]{1,32}")) {
      throw bad("config", "1 to 32 letters, digits and '-'");
    }
    List<Row> rows = rowsByConfiguration.computeIfAbsent(name, none -> new ArrayList<>());
    rows.add(
        new Row(
            bean(values.get("bean")),
            number(values, "cpu_repetitions", MOST_REPETITIONS),
            number(values, "memory_bytes", MOST_BYTES),
            number(values, "leak_bytes", MOST_BYTES),
            yes(values.get("exception")),
            level(values, rows)));
  }

  private Bean bean(String value) {
    return Arrays.stream(Bean.values())
        .filter(bean -> bean.name().equals(value))
        .findFirst()
        .orElseThrow(() -> bad("bean", "TB1, TB2, TB3, TB4, TB5, TB6 or TB7"));
  }

  /** A number of a column; 0 if the cell is empty. */
  private int number(Map<String, String> values, String column, int most) {
    String value = values.get(column);
    int number = value.isEmpty() ? 0 : value.matches("\\d{1,10}") ? atMost(value, most) : -1;
    if (number < 0) {
      throw bad(column, "a whole number from 0 to " + most + ", or empty for 0");
    }
    return number;
  }

  private static int atMost(String digits, int most) {
    long number = Long.parseLong(digits);
    return number > most ? -1 : (int) number;
  }

  private boolean yes(String value) {
    return switch (value) {
      case "yes" -> true;
      case "no", "" -> false;
      default -> throw bad("exception", "yes, no or empty for no");
    };
  }

  private int level(Map<String, String> values, List<Row> above) {
    int deepest = above.isEmpty() ? 1 : above.get(above.size() - 1).level() + 1;
    if (!values.containsKey(LEVEL)) {
      if (deepest > MOST_LEVELS) {
        throw new BadTableException(
            lineNumber,
            "a configuration without levels has at most %d rows".formatted(MOST_LEVELS));
      }
      return deepest;
    }
    int least = above.isEmpty() ? 1 : 2;
    int most = Math.min(deepest, MOST_LEVELS);
    String value = values.get(LEVEL);
    int level = value.matches("\\d{1,2}") ? Integer.parseInt(value) : 0;
    if (level < least || level > most) {
      String rule =
          above.isEmpty()
              ? "1 in the first row of a configuration"
              : "from 2 to one more than in the row above, and %d at most".formatted(MOST_LEVELS);
      throw bad(LEVEL, rule);
    }
    return level;
  }

  private BadTableException bad(String column, String rule) {
    return new BadTableException(lineNumber, column, rule);
  }

  /**
   * Processes the rows from last to first: the calls of a row are those of the next level that have
   * no caller yet.
   */
  private static Call tree(List<Row> rows) {
    Map<Integer, LinkedList<Call>> waiting = new HashMap<>();
    for (int i = rows.size() - 1; i >= 0; i--) {
      Row row = rows.get(i);
      List<Call> calls = waiting.remove(row.level() + 1);
      waiting
          .computeIfAbsent(row.level(), level -> new LinkedList<>())
          .addFirst(
              new Call(
                  row.bean(),
                  row.repetitions(),
                  row.memoryBytes(),
                  row.leakBytes(),
                  row.throwing(),
                  calls == null ? List.of() : List.copyOf(calls)));
    }
    return waiting.get(1).getFirst();
  }
}
