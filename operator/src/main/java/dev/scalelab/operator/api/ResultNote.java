package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a reader has to know about the figures of a configuration. */
public enum ResultNote {
  /** There is one round, which does not show how much the next one would differ: no intervals. */
  @JsonProperty("OneRound")
  ONE_ROUND,
  /** A percentile has fewer than ten transactions beyond it in all rounds: no interval of it. */
  @JsonProperty("TooFewTransactions")
  TOO_FEW_TRANSACTIONS,
  /**
   * The peak is what was requested, and not what the configuration could do: it is not compared.
   */
  @JsonProperty("PeakNotReached")
  PEAK_NOT_REACHED,
  /**
   * The step that is reported changed while it was measured, in two rounds or more or in the only
   * one.
   */
  @JsonProperty("NotSteady")
  NOT_STEADY,
  /**
   * Its rounds had the same servers, one after another: their intervals do not contain what differs
   * between servers.
   */
  @JsonProperty("SameServers")
  SAME_SERVERS
}
