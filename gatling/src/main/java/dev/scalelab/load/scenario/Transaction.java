package dev.scalelab.load.scenario;

import dev.scalelab.load.engine.ConnectionLostException;
import dev.scalelab.load.profile.TransactionKind;
import io.gatling.javaapi.core.Session;
import java.util.concurrent.TimeUnit;

/**
 * What one virtual user is at: its type, its data and how far it has come. Only the thread of its
 * user touches it.
 */
final class Transaction {
  private static final String KEY = "transaction";

  private final TransactionKind type;
  private final Object data;
  private final long startNanos;
  private long scheduledNanos;

  /** While its user pauses, less the moment at which the pause began. */
  private long sentNanos;

  private boolean requestWritten;
  private String server;
  private String failure;

  /**
   * @param data what the user works with, as its script made it
   * @param scheduledNanos when it should have started, in nanoseconds since the schedule's zero
   * @param startNanos when it started
   */
  Transaction(TransactionKind type, Object data, long scheduledNanos, long startNanos) {
    this.type = type;
    this.data = data;
    this.scheduledNanos = scheduledNanos;
    this.startNanos = startNanos;
    this.sentNanos = startNanos;
  }

  /** The transaction of a user. */
  static Transaction of(Session session) {
    return of(session.asScala());
  }

  /** As above, of a session as Gatling itself has it. */
  static Transaction of(io.gatling.core.session.Session session) {
    return (Transaction) session.attributes().apply(KEY);
  }

  /** Whether the user was admitted and has a transaction. */
  static boolean isUnderWay(Session session) {
    return session.contains(KEY);
  }

  /** The user's session with this transaction. */
  Session into(Session session) {
    return session.set(KEY, this);
  }

  /** The user's session without its transaction. */
  static Session leave(Session session) {
    return session.remove(KEY);
  }

  TransactionKind type() {
    return type;
  }

  /** What the user works with. */
  <D> D data(Class<D> kind) {
    return kind.cast(data);
  }

  /** When it started, in nanoseconds since the schedule's zero. */
  long startNanos() {
    return startNanos;
  }

  /** When it should have started, moved on by the pauses that its user meant to make. */
  long scheduledNanosWithoutPauses() {
    return scheduledNanos;
  }

  /** When it started, moved on by the pauses as long as they were. */
  long sentNanosWithoutPauses() {
    return sentNanos;
  }

  /**
   * Its user pauses now.
   *
   * @param millis for how long; a generator that wakes it later is late
   */
  void beginPause(int millis) {
    scheduledNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    sentNanos -= System.nanoTime();
  }

  void endPause() {
    sentNanos += System.nanoTime();
  }

  /** The last request was answered by that server; null or empty when it did not say its name. */
  void answeredBy(String name) {
    server = name == null || name.isEmpty() ? null : name;
  }

  /** Who answered the last request, or null. */
  String server() {
    return server;
  }

  /**
   * A request is about to be written to a connection.
   *
   * <p>When a server closes a kept-alive connection before it has answered, Gatling writes the
   * request once more to a new one, be it a GET or a POST. The server may have acted on the first
   * one, so counts would no longer agree and an order could be made twice. The second write is
   * refused here, and the request counts as failed.
   *
   * @throws ConnectionLostException if the request has been written before
   */
  void writingRequest() {
    if (requestWritten) {
      throw new ConnectionLostException();
    }
    requestWritten = true;
  }

  /** The next request is another one. */
  void requestEnded() {
    requestWritten = false;
    server = null;
  }

  /** It has failed, with the first reason that is given. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  /** Why it failed, or null. */
  String failure() {
    return failure;
  }
}
