package dev.scalelab.operator.testbed;

/**
 * What there is under an experiment's name.
 *
 * @param own objects that were made for the experiment itself
 * @param others everything else of the name: of an earlier experiment, or made for this one by what
 *     it made, as pods are
 */
public record Remains(int own, int others) {}
