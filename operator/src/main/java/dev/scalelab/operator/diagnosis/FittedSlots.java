package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How long transactions hold the slots of the servers with little load. */
final class FittedSlots {
  private FittedSlots() {}

  /**
   * Of each kind those that allow the lowest throughput; null if none are known.
   *
   * @param low the lowest load
   * @param servers number of application servers
   * @param databaseSeconds what the databases compute for a transaction without waiting
   */
  static List<SlotDemand> of(StepFigures low, int servers, double databaseSeconds) {
    Map<Resource, SlotDemand> tightest = new EnumMap<>(Resource.class);
    for (Slots slots : low.slots()) {
      double held = heldMillis(low, slots, databaseSeconds);
      if (held > 0 && slots.size() > 0) {
        SlotDemand one =
            new SlotDemand(
                slots.place().text(),
                Rounding.significant(held),
                Rounding.three(slots.size() / servers));
        tightest.merge(slots.place().resource(), one, FittedSlots::tighter);
      }
    }
    List<SlotDemand> demands = new ArrayList<>(tightest.values());
    demands.sort(Comparator.comparing(SlotDemand::boundPerSecond));
    return demands.isEmpty() ? null : demands;
  }

  /**
   * At most the response time: with little load a sample may meet one in use by chance. A counter
   * of whole milliseconds may miss all of it, but a connection is held while its database computes.
   */
  private static double heldMillis(StepFigures low, Slots slots, double databaseSeconds) {
    Place place = slots.place();
    boolean only = place.equals(Place.of(Resource.APPLICATION_JDBC_POOL));
    double held = low.held(slots, slots.counted());
    return Math.min(low.meanMillis(), only ? Math.max(held, 1000 * databaseSeconds) : held);
  }

  private static SlotDemand tighter(SlotDemand one, SlotDemand other) {
    return other.boundPerSecond() < one.boundPerSecond() ? other : one;
  }
}
