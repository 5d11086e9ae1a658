package dev.scalelab.load.profile;

/**
 * A transaction of the user's own, as its class tells of it.
 *
 * @param label its name
 * @param requests requests of one that goes well
 */
public record OwnKind(String label, int requests) implements TransactionKind {}
