package dev.scalelab.load.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts by a name from outside, for a limited number of names. */
public final class NamedCounts {
  /** Name for all names beyond the limit. */
  public static final String OTHER = "other";

  private static final int MAX_NAME_LENGTH = 200;

  private final int maxNames;
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  /**
   * @param maxNames maximum number of names; later ones are counted as {@link #OTHER}
   */
  NamedCounts(int maxNames) {
    this.maxNames = maxNames;
  }

  void add(String name) {
    add(name, 1);
  }

  /** Adds the current counts of others. */
  void add(NamedCounts others) {
    others.counts.forEach((name, count) -> add(name, count.sum()));
  }

  private void add(String name, long count) {
    String shortened = name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) : name;
    LongAdder known = counts.get(shortened);
    if (known == null) {
      String kept = counts.size() < maxNames ? shortened : OTHER;
      known = counts.computeIfAbsent(kept, absent -> new LongAdder());
    }
    known.add(count);
  }

  /** Names and counts, the largest first, equal ones by name. */
  public List<Map.Entry<String, Long>> largestFirst() {
    List<Map.Entry<String, Long>> entries = new ArrayList<>();
    counts.forEach((name, count) -> entries.add(Map.entry(name, count.sum())));
    entries.sort(
        Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    return entries;
  }

  /**
   * Like {@link #largestFirst()}, but at most {@code limit} entries: the last one contains the
   * rest.
   */
  List<Map.Entry<String, Long>> largestFirst(int limit) {
    List<Map.Entry<String, Long>> all = largestFirst();
    if (all.size() <= limit) {
      return all;
    }
    List<Map.Entry<String, Long>> kept = new ArrayList<>(all.subList(0, limit - 1));
    kept.removeIf(entry -> entry.getKey().equals(OTHER));
    kept.add(Map.entry(OTHER, sum(all) - sum(kept)));
    return kept;
  }

  private static long sum(List<Map.Entry<String, Long>> entries) {
    return entries.stream().mapToLong(Map.Entry::getValue).sum();
  }
}
