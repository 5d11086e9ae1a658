package dev.scalelab.load.settings;

/**
 * What kind of run it is, and how it is known to others.
 *
 * @param name its name in the records
 * @param maxTransactions completed transactions after which a warm-up ends early; 0 is never
 */
public record RunSettings(String name, Mode mode, int maxTransactions, int metricsPort) {}
