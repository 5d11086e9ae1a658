package dev.scalelab.load.settings;

/**
 * The kind of a run, and its name.
 *
 * @param name its name in the records
 * @param maxTransactions completed transactions after which a warm-up ends early; 0 means no limit
 * @param warmSeconds length of the intervals that must be equal before a warm-up ends early; 0
 *     means that they are not compared
 */
public record RunSettings(
    String name, Mode mode, int maxTransactions, int warmSeconds, int metricsPort) {}
