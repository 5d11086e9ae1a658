package dev.scalelab.load.record;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.scalelab.load.profile.TransactionKind;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of transactions that are to be stored, from 1 for each type, and which of them were
 * acknowledged: whatever else fails, an audit can then tell exactly which of these are missing.
 */
public final class Writes {
  /** Longest list of numbers in a record: a run with more failures has none. */
  private static final int MAX_LENGTH = 20_000;

  /** More would not fit into a record anyway, and need memory. */
  private static final int MAX_UNACKNOWLEDGED = 50_000;

  private static final int CHECKED_EVERY = 1024;

  private final Map<TransactionKind, OfKind> kinds = new HashMap<>();

  private static final class OfKind {
    private final AtomicLong last = new AtomicLong();
    private final Set<Long> unacknowledged = ConcurrentHashMap.newKeySet();
    private volatile boolean tooMany;

    long next() {
      long number = last.incrementAndGet();
      if (number % CHECKED_EVERY == 0 && unacknowledged.size() > MAX_UNACKNOWLEDGED) {
        tooMany = true;
        unacknowledged.clear();
      }
      if (!tooMany) {
        unacknowledged.add(number);
      }
      return number;
    }

    /** Those that were not acknowledged; null if there are too many to be listed. */
    String list() {
      String ranges = ranges(unacknowledged);
      return tooMany || ranges.length() > MAX_LENGTH ? null : ranges;
    }
  }

  /**
   * @param types the transactions of a run
   */
  Writes(Collection<? extends TransactionKind> types) {
    types.stream()
        .filter(TransactionKind::isNumbered)
        .forEach(type -> kinds.put(type, new OfKind()));
  }

  /** The number of a transaction that begins; 0 if its type has none. */
  public long begin(TransactionKind type) {
    OfKind kind = kinds.get(type);
    return kind == null ? 0 : kind.next();
  }

  /** A server has acknowledged it. */
  public void acknowledged(TransactionKind type, long number) {
    if (number > 0) {
      kinds.get(type).unacknowledged.remove(number);
    }
  }

  boolean isEmpty() {
    return kinds.isEmpty();
  }

  /** Writes a field for each type, with its numbers under the generator's. */
  void write(JsonGenerator out, int generator) throws IOException {
    for (Map.Entry<TransactionKind, OfKind> kind : kinds.entrySet()) {
      out.writeObjectFieldStart(kind.getKey().label());
      out.writeObjectFieldStart(Integer.toString(generator));
      out.writeNumberField("numbered", kind.getValue().last.get());
      out.writeStringField("unacknowledged", kind.getValue().list());
      out.writeEndObject();
      out.writeEndObject();
    }
  }

  /** As in {@code 3,17-19}. */
  static String ranges(Set<Long> numbers) {
    StringBuilder text = new StringBuilder();
    long[] sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
    for (int from = 0; from < sorted.length; ) {
      int to = from;
      while (to + 1 < sorted.length && sorted[to + 1] == sorted[to] + 1) {
        to++;
      }
      text.append(text.isEmpty() ? "" : ",").append(sorted[from]);
      if (to > from) {
        text.append('-').append(sorted[to]);
      }
      from = to + 1;
    }
    return text.toString();
  }
}
