package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionKind;

/**
 * A user's turn to do a transaction.
 *
 * @param number of the transaction in the run, from 0, or among those of production lines: its data
 *     follow from it
 * @param kind what the transaction is
 * @param dueNanos when it should start, in nanoseconds since the schedule's zero
 */
record Turn(long number, TransactionKind kind, long dueNanos) {}
