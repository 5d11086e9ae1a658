package dev.scalelab.benchmark.cells.domain;

/** The session beans that a table can name. */
public enum Bean {
  TB1,
  TB2,
  TB3,
  TB4,
  TB5,
  TB6,
  TB7
}
