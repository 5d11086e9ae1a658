package dev.scalelab.benchmark.cells.domain;

/**
 * The work of one request.
 *
 * @param call the call of the first bean; its calls are the rest of the tree
 */
public record Configuration(String name, Call call) {}
