package dev.scalelab.operator.e2e;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What was named in each planted system. */
final class PlantedTable {
  private static final String LINE = "%-18s %-54s %-26s %-10s %10s%n";

  private final Set<Planted> begun = EnumSet.noneOf(Planted.class);
  private final Map<Planted, Row> rows = new EnumMap<>(Planted.class);

  private record Row(String named, Confidence confidence, Double boundPerSecond) {}

  void begin(Planted planted) {
    begun.add(planted);
  }

  void add(Planted planted, Bottleneck found) {
    rows.put(planted, new Row(found.shown(), found.confidence(), found.boundPerSecond()));
  }

  void add(Planted planted, String named) {
    rows.put(planted, new Row(named, null, null));
  }

  String named(Planted planted) {
    return rows.containsKey(planted) ? rows.get(planted).named : "no result";
  }

  /** Whether all cases that are no controls were tried. */
  boolean isComplete() {
    return cases().allMatch(begun::contains);
  }

  /** How many of them were named rightly. */
  long named() {
    return cases().filter(planted -> planted.isRight(named(planted))).count();
  }

  /** Those that were named wrongly although nothing seemed to speak against it. */
  List<Planted> wrongWithHigh() {
    return rows.keySet().stream()
        .filter(planted -> rows.get(planted).confidence == Confidence.HIGH)
        .filter(planted -> !planted.isRight(named(planted)))
        .toList();
  }

  private static Stream<Planted> cases() {
    return Stream.of(Planted.values()).filter(planted -> !planted.isControl());
  }

  /** A line for each, also for those without a result. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    table.append(LINE.formatted("case", "expected", "named", "confidence", "bound/s"));
    for (Planted planted : Planted.values()) {
      Row row = rows.getOrDefault(planted, new Row("no result", null, null));
      table.append(
          String.format(
              Locale.ROOT,
              LINE,
              planted,
              planted.expected(),
              row.named,
              row.confidence == null ? "" : row.confidence,
              row.boundPerSecond == null ? "" : row.boundPerSecond));
    }
    return table + "%d of %d are named".formatted(named(), cases().count());
  }
}
