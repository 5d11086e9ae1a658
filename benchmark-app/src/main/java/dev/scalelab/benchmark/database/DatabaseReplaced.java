package dev.scalelab.benchmark.database;

/** A database has been replaced by another of the same name, as a reset of the dataset does. */
public record DatabaseReplaced() {}
