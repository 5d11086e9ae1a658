package dev.scalelab.load.scenario;

import dev.scalelab.load.engine.ConnectionLostException;
import dev.scalelab.load.profile.Acknowledged;
import dev.scalelab.load.profile.ClientNumber;
import dev.scalelab.load.profile.Stateful;
import dev.scalelab.load.profile.TransactionKind;
import io.gatling.javaapi.core.Session;
import java.util.concurrent.TimeUnit;

/**
 * The state of one virtual user's transaction: its type, its data and its progress. Used only by
 * its user's thread.
 */
final class Transaction {
  /** Header of a request for something to be stored, with its number. */
  static final String NUMBER = "X-ScaleLab-Number";

  private static final String KEY = "transaction";

  private final TransactionKind type;
  private final Object data;
  private final Acknowledged state;
  private final long number;
  private final long startNanos;
  private long scheduledNanos;

  /** During a pause, reduced by the time at which the pause began. */
  private long sentNanos;

  private boolean requestWritten;
  private String server;
  private String seenState;
  private String failure;

  /**
   * @param data the data created by the user's script
   * @param number its number among those of its type; 0 if these have none
   * @param scheduledNanos its scheduled start, in nanoseconds since the schedule's zero
   * @param startNanos its actual start
   */
  Transaction(
      TransactionKind type, Object data, long number, long scheduledNanos, long startNanos) {
    this.type = type;
    this.data = data;
    this.number = number;
    this.state = data instanceof Stateful stateful ? stateful.state() : null;
    this.scheduledNanos = scheduledNanos;
    this.startNanos = startNanos;
    this.sentNanos = startNanos;
  }

  /** The transaction of a user. */
  static Transaction of(Session session) {
    return of(session.asScala());
  }

  /** Like {@link #of(Session)}, for Gatling's internal session. */
  static Transaction of(io.gatling.core.session.Session session) {
    return (Transaction) session.attributes().apply(KEY);
  }

  /** The number of a user's transaction, as the value of {@link #NUMBER}. */
  static String numberOf(Session session, int generator) {
    return ClientNumber.of(of(session).number(), generator);
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

  /** The data of the transaction. */
  <D> D data(Class<D> kind) {
    return kind.cast(data);
  }

  /** Its number among those of its type; 0 if these have none. */
  long number() {
    return number;
  }

  /** The actual start, in nanoseconds since the schedule's zero. */
  long startNanos() {
    return startNanos;
  }

  /** The scheduled start plus the intended pauses of its user. */
  long scheduledNanosWithoutPauses() {
    return scheduledNanos;
  }

  /** The actual start plus the actual pauses. */
  long sentNanosWithoutPauses() {
    return sentNanos;
  }

  /**
   * Starts a pause.
   *
   * @param millis its length; a generator that continues later is late
   */
  void beginPause(int millis) {
    scheduledNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    sentNanos -= System.nanoTime();
  }

  void endPause() {
    sentNanos += System.nanoTime();
  }

  /** Stores the server that responded to the last request; null or empty if it had no name. */
  void answeredBy(String name) {
    server = name == null || name.isEmpty() ? null : name;
  }

  /** Stores the session's state in the response to the last request; null if it had none. */
  void showed(String text) {
    seenState = text;
  }

  /** The session's state in the response to the last request, or null. */
  String seenState() {
    return seenState;
  }

  /**
   * What is wrong with the session's state in the response to the last request, or null.
   *
   * @param ok whether the response had the expected status
   */
  String flawOfState(boolean ok) {
    return state == null ? null : state.answered(seenState, server, ok);
  }

  /** What the user knows of its session's state; null without state. */
  Acknowledged state() {
    return state;
  }

  /** The server that responded to the last request, or null. */
  String server() {
    return server;
  }

  /**
   * A request is about to be written to a connection.
   *
   * <p>When a server closes a kept-alive connection before it has responded, Gatling writes the
   * request again to a new one, whether it is a GET or a POST. The server may have processed the
   * first one, so counts would no longer agree and an order could be placed twice. The second write
   * is rejected here, and the request counts as failed.
   *
   * @throws ConnectionLostException if the request has been written before
   */
  void writingRequest() {
    if (requestWritten) {
      throw new ConnectionLostException();
    }
    requestWritten = true;
  }

  /** A request has ended: the next one is a new request. */
  void requestEnded() {
    requestWritten = false;
    server = null;
    seenState = null;
  }

  /** Records a failure; the first reason counts. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  /** The reason of the failure, or null. */
  String failure() {
    return failure;
  }
}
