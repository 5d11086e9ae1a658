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
 */
record Limit(
    Place place, double utilization, Double boundPerSecond, Share share, String partition) {

  Limit(Place place, double utilization, Double boundPerSecond, Share share) {
    this(place, utilization, boundPerSecond, share, null);
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
