package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionKind;

/**
 * A user's turn to do a transaction.
 *
 * @param number of the transaction in the run, from 0, or among those of production lines: its data
 *     follow from it, so that no two generators work with the same
 * @param place in the sequence in which shares are exact, from 0: the run's where it is known
 *     beforehand which generator has which transaction, else this generator's own
 * @param kind what the transaction is
 * @param dueNanos when it should start, in nanoseconds since the schedule's zero
 */
record Turn(long number, long place, TransactionKind kind, long dueNanos) {}
