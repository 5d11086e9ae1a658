package dev.scalelab.operator.diagnosis;

/**
 * A resource with the throughput that it would allow alone.
 *
 * @param place the resource
 * @param utilization used part of it, 1 is all
 * @param boundPerSecond that throughput; null if unknown
 * @param share of the growth of the response time, or of the time itself, that it explains; null if
 *     unknown
 */
record Limit(Place place, double utilization, Double boundPerSecond, Double share) {}
