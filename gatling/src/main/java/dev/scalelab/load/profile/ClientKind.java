package dev.scalelab.load.profile;

/**
 * What users of a closed model may differ in.
 *
 * @param thinkTime before each of its transactions
 * @param keepAlive whether it keeps its connections; otherwise each request is one of HTTP/1.0 over
 *     a connection of its own (cells)
 */
public record ClientKind(ThinkTime thinkTime, boolean keepAlive) {}
