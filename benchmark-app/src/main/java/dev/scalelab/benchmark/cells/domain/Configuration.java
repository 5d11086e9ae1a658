package dev.scalelab.benchmark.cells.domain;

/**
 * What one request does.
 *
 * @param call the first bean's; its calls are the rest of the tree
 */
public record Configuration(String name, Call call) {}
