package dev.scalelab.load.profile;

/**
 * A transaction of the user's own, as declared by its class.
 *
 * @param label its name
 * @param requests number of requests of a successful transaction
 */
public record OwnKind(String label, int requests) implements TransactionKind {}
