package dev.scalelab.load.record;

import dev.scalelab.load.profile.FailureKind;
import dev.scalelab.load.profile.StateOutcome;
import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Exact counts of one interval of a run; thread-safe without blocking. */
public final class Counts {
  /**
   * Counts of one type of transaction. Each is a separate counter that only grows: a difference of
   * two that are read one after the other while others increment them may decrease.
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

    /** Transactions finished with a valid response to every request. */
    public long ok() {
      return ok.sum();
    }

    /** Transactions that failed, including those that were shed. */
    public long failed() {
      return sentAndFailed() + shed();
    }

    /** Transactions that were started and failed. */
    public long sentAndFailed() {
      return sentAndFailed.sum();
    }

    /** Transactions that were scheduled but not started because too many were in flight. */
    public long shed() {
      return shed.sum();
    }

    /** Requests that ended, with or without a response. */
    public long requests() {
      return okRequests() + failedRequests();
    }

    /** Requests that ended with the expected response. */
    public long okRequests() {
      return okRequests.sum();
    }

    /** Requests that ended without the expected response. */
    public long failedRequests() {
      return failedRequests.sum();
    }
  }

  private final Map<TransactionKind, OfType> types = new HashMap<>();
  private final Map<FailureKind, LongAdder> failures = new EnumMap<>(FailureKind.class);
  private final Map<StateOutcome, LongAdder> states = new EnumMap<>(StateOutcome.class);

  /** Successful transactions that made a large order. */
  final LongAdder largeOrders = new LongAdder();

  /** Sessions with intact state that another server has continued. */
  final LongAdder moved = new LongAdder();

  /**
   * @param counted the types that are counted
   */
  Counts(Collection<? extends TransactionKind> counted) {
    for (TransactionKind type : counted) {
      types.put(type, new OfType());
    }
    for (FailureKind kind : FailureKind.values()) {
      failures.put(kind, new LongAdder());
    }
    for (StateOutcome outcome : StateOutcome.values()) {
      states.put(outcome, new LongAdder());
    }
  }

  /** Adds the current counts of others with the same types. */
  void add(Counts others) {
    types.forEach((type, counts) -> counts.add(others.of(type)));
    failures.forEach((kind, count) -> count.add(others.failures(kind)));
    states.forEach((outcome, count) -> count.add(others.states(outcome)));
    moved.add(others.moved());
    largeOrders.add(others.largeOrders.sum());
  }

  void addFailure(FailureKind kind) {
    failures.get(kind).increment();
  }

  void addState(StateOutcome outcome) {
    states.get(outcome).increment();
  }

  /** Failed requests of one kind. */
  long failures(FailureKind kind) {
    return failures.get(kind).sum();
  }

  /** Sessions whose state had this outcome. */
  long states(StateOutcome outcome) {
    return states.get(outcome).sum();
  }

  long moved() {
    return moved.sum();
  }

  /** The counts of one type. */
  public OfType of(TransactionKind type) {
    return types.get(type);
  }

  /** Transactions scheduled: those started, and those shed. */
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

  /** Transactions started and not finished. */
  long unfinished() {
    return types.values().stream()
        .mapToLong(type -> type.sent() - type.ok() - type.sentAndFailed())
        .sum();
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
