package dev.scalelab.operator.testbed;

/**
 * What there is under an experiment's name.
 *
 * @param own objects that were made for the experiment itself
 * @param others objects of an earlier experiment of the name, and pods
 */
public record Remains(int own, int others) {}
