package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Exact counts of one stretch of a run; any number of threads may add without waiting. */
public final class Counts {
  /**
   * Counts of one type of transaction. Each is of its own and only grows: a difference of two that
   * are read one after the other while others add to them may not.
   */
  public static final class OfType {
    final LongAdder sent = new LongAdder();
    final LongAdder ok = new LongAdder();
    final LongAdder sentAndFailed = new LongAdder();
    final LongAdder shed = new LongAdder();
    final LongAdder okRequests = new LongAdder();
    final LongAdder failedRequests = new LongAdder();

    private void add(OfType other) {
      sent.add(other.sent());
      ok.add(other.ok());
      sentAndFailed.add(other.sentAndFailed());
      shed.add(other.shed());
      okRequests.add(other.okRequests());
      failedRequests.add(other.failedRequests());
    }

    /** Transactions started. */
    public long sent() {
      return sent.sum();
    }

    /** Transactions finished with every request answered as it should be. */
    public long ok() {
      return ok.sum();
    }

    /** Transactions that failed, those that were shed included. */
    public long failed() {
      return sentAndFailed() + shed();
    }

    /** Transactions that were started and failed. */
    public long sentAndFailed() {
      return sentAndFailed.sum();
    }

    /** Transactions that were due but not started because too many were open. */
    public long shed() {
      return shed.sum();
    }

    /** Requests that ended, with a response or without. */
    public long requests() {
      return okRequests() + failedRequests();
    }

    /** Requests that ended with the response asked for. */
    public long okRequests() {
      return okRequests.sum();
    }

    /** Requests that ended without the response asked for. */
    public long failedRequests() {
      return failedRequests.sum();
    }
  }

  private final Map<TransactionKind, OfType> types = new HashMap<>();

  /**
   * @param counted the types that are counted
   */
  Counts(Collection<? extends TransactionKind> counted) {
    for (TransactionKind type : counted) {
      types.put(type, new OfType());
    }
  }

  /** Adds what others of the same types have counted until now. */
  void add(Counts others) {
    types.forEach((type, counts) -> counts.add(others.of(type)));
  }

  /** The counts of one type. */
  public OfType of(TransactionKind type) {
    return types.get(type);
  }

  /** Transactions that were to be started: those that were, and those that were shed. */
  public long due() {
    return sent() + shed();
  }

  long sent() {
    return types.values().stream().mapToLong(OfType::sent).sum();
  }

  long ok() {
    return types.values().stream().mapToLong(OfType::ok).sum();
  }

  long failed() {
    return types.values().stream().mapToLong(OfType::failed).sum();
  }

  long shed() {
    return types.values().stream().mapToLong(OfType::shed).sum();
  }

  long requests() {
    return types.values().stream().mapToLong(OfType::requests).sum();
  }

  long failedRequests() {
    return types.values().stream().mapToLong(OfType::failedRequests).sum();
  }
}
