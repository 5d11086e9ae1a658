package dev.scalelab.load.profile;

/**
 * Properties in which users of a closed model may differ.
 *
 * @param thinkTime before each of its transactions
 * @param keepAlive whether it keeps its connections; otherwise each request is an HTTP/1.0 request
 *     on a separate connection (cells)
 */
public record ClientKind(ThinkTime thinkTime, boolean keepAlive) {}
