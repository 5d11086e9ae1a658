package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionKind;

/**
 * A user's turn to do a transaction.
 *
 * @param number of the transaction in the run, from 0, or among those of production lines: its data
 *     depend on it, so that no two generators use the same
 * @param place index in the sequence in which shares are exact, from 0: of the run if it is known
 *     in advance which generator has which transaction, otherwise of this generator
 * @param kind kind of the transaction
 * @param dueNanos its scheduled start, in nanoseconds since the schedule's zero
 */
record Turn(long number, long place, TransactionKind kind, long dueNanos) {}
