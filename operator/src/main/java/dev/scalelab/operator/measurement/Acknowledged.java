package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.WriteCount;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a client's transactions with those in the databases. Where each has a number, which of
 * the acknowledged ones are missing is known exactly, however many requests failed.
 */
public final class Acknowledged {
  private Acknowledged() {}

  /**
   * The kinds of transactions that can be compared, by name; null if the client gave no numbers.
   *
   * @param totals what the client counted; may be null
   * @param found what the audit found, by kind and generator; may be null
   */
  public static List<AcknowledgedResult> compare(
      RunTotals totals, Map<String, Map<Integer, LoadRecord.Numbers>> found) {
    if (totals == null || totals.writes() == null || found == null) {
      return null;
    }
    Map<String, List<WriteCount>> byName = new TreeMap<>();
    totals
        .writes()
        .forEach(sent -> byName.computeIfAbsent(sent.name(), name -> new ArrayList<>()).add(sent));
    List<AcknowledgedResult> results = new ArrayList<>();
    byName.forEach(
        (name, sent) -> {
          Map<Integer, LoadRecord.Numbers> stored = found.getOrDefault(name, Map.of());
          if (isListed(sent, stored)) {
            results.add(result(name, sent, stored));
          }
        });
    return results;
  }

  /**
   * What is known of each kind of a run that the databases count: one by one, or at least how many
   * are missing, since one that failed and arrived may hide one that is.
   */
  public static List<AcknowledgedResult> ofRun(RunResult run) {
    if (run.totals() == null || run.audit() == null) {
      return List.of();
    }
    Map<String, AcknowledgedResult> kinds = new TreeMap<>();
    for (AuditResult.RowCount done : run.audit().done()) {
      run.totals().transactions().stream()
          .filter(sent -> sent.name().equals(done.name()))
          .forEach(sent -> kinds.put(done.name(), atLeast(sent, done)));
    }
    if (run.audit().acknowledged() != null) {
      run.audit().acknowledged().forEach(kind -> kinds.put(kind.name(), kind));
    }
    return List.copyOf(kinds.values());
  }

  private static AcknowledgedResult atLeast(TransactionCount sent, AuditResult.RowCount done) {
    long missing = Math.max(0, sent.ok() - done.rows());
    return new AcknowledgedResult(sent.name(), sent.ok(), missing, null);
  }

  private static boolean isListed(List<WriteCount> sent, Map<Integer, LoadRecord.Numbers> stored) {
    return sent.stream().allMatch(own -> own.unacknowledged() != null)
        && stored.values().stream().allMatch(own -> own.missing() != null);
  }

  private static AcknowledgedResult result(
      String name, List<WriteCount> sent, Map<Integer, LoadRecord.Numbers> stored) {
    long acknowledged = 0;
    long missing = 0;
    for (WriteCount own : sent) {
      BitSet lost = numbers(own.unacknowledged());
      lost.flip(1, Math.toIntExact(own.numbered()) + 1);
      acknowledged += lost.cardinality();
      lost.andNot(inDatabase(stored.get(own.generator())));
      missing += lost.cardinality();
    }
    long twice = stored.values().stream().mapToLong(LoadRecord.Numbers::twice).sum();
    return new AcknowledgedResult(name, acknowledged, missing, twice);
  }

  private static BitSet inDatabase(LoadRecord.Numbers stored) {
    if (stored == null) {
      return new BitSet();
    }
    BitSet numbers = numbers(stored.missing());
    numbers.flip(1, Math.toIntExact(stored.highest()) + 1);
    return numbers;
  }

  /** The numbers of a text such as {@code 3,17-19}. */
  private static BitSet numbers(String text) {
    BitSet numbers = new BitSet();
    if (text.isEmpty()) {
      return numbers;
    }
    for (String range : text.split(",")) {
      String[] ends = range.split("-");
      numbers.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
    }
    return numbers;
  }
}
