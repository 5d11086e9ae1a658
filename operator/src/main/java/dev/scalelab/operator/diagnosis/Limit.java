package dev.scalelab.operator.diagnosis;

import java.util.Objects;

/**
 * A resource with the throughput that it would allow alone.
 *
 * @param place the resource
 * @param utilization used part of it, 1 is all
 * @param boundPerSecond that throughput; null if unknown
 * @param share how much it explains; null if unknown
 * @param partition the partition whose servers it is; null if it is that of no partition
 * @param atMost whether less may be all that it allows
 */
record Limit(
    Place place,
    double utilization,
    Double boundPerSecond,
    Share share,
    String partition,
    boolean atMost) {

  Limit(Place place, double utilization, Double boundPerSecond, Share share) {
    this(place, utilization, boundPerSecond, share, null, false);
  }

  Limit of(String owner) {
    return new Limit(place, utilization, boundPerSecond, share, owner, atMost);
  }

  /** The CPU of servers with a larger heap, which may still spend a part of it on collections. */
  Limit withoutCollections(double gcPercent) {
    return new Limit(
        place, utilization, boundPerSecond / (1 - gcPercent / 100), share, partition, true);
  }

  boolean isOfSame(Limit other) {
    return place.equals(other.place) && Objects.equals(partition, other.partition);
  }

  /** The resource that is used up: a heap that is too small uses the CPU. */
  Place usedUp() {
    return place.resource() == Resource.APPLICATION_HEAP
        ? Place.of(Resource.APPLICATION_CPU)
        : place;
  }

  boolean explainsMost() {
    return share != null && share.most();
  }

  String text() {
    return partition == null ? place.text() : place.text() + " of partition " + partition;
  }
}
