package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections to several databases, of which a transaction holds one after the other. */
class SeveralDatabasesTest {
  private static final Place ORDERS = Place.of(Resource.APPLICATION_JDBC_POOL, "orders");
  private static final Place PLANT = Place.of(Resource.APPLICATION_JDBC_POOL, "plant");

  /** Both are held for 16 ms, as with little load. */
  @Test
  void connectionsThatAreAllInUseOfBothFitEqually() {
    List<StepFigures> steps =
        List.of(
            with(system(20, 72), pool(ORDERS, 0.32, 1, 0), pool(PLANT, 0.32, 1, 0)),
            with(system(60, 400), pool(ORDERS, 0.97, 1, 10), pool(PLANT, 0.97, 1, 10)));

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(steps), true);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.message())
        .contains("JDBC pool (orders) at 0.97 of its limit and JDBC pool (plant) at 0.97");
  }

  /** Locks of the plant add 200 ms to the response time, of which connections of it have 200. */
  @Test
  void timeInADatabaseIsComparedWithTheConnectionsToIt() {
    List<StepFigures> steps =
        List.of(
            with(system(20, 72), pool(ORDERS, 0.32, 1, 0), pool(PLANT, 0.32, 20, 0)),
            with(system(60, 300), pool(ORDERS, 1, 1, 1), pool(PLANT, 13, 20, 0)));
    Place locks = Place.of(Resource.DATABASE_LOCKS, "plant");
    Contrast contrast =
        new Contrast(
            steps.get(0).withDatabaseWaits(List.of(new Waits(locks, 0))),
            steps.get(1).withDatabaseWaits(List.of(new Waits(locks, 12))));

    assertThat(contrast.fullAroundDatabase("orders")).isEqualTo(ORDERS);
    assertThat(contrast.fullAroundDatabase("plant")).isNull();
    assertThat(new Limits(contrast).time(locks).share().fraction())
        .as("of the response time")
        .isBetween(0.8, 0.9);
  }

  private static StepFigures system(double perSecond, double meanMillis) {
    GivenSystem system = new GivenSystem(perSecond).without(POOL);
    system.step.meanMillis(meanMillis);
    return system.figures();
  }

  private static Slots pool(Place place, double inUse, double size, double waiting) {
    return new Slots(place, inUse, size, 1000 * inUse, waiting);
  }

  /** Connections are the innermost slots. */
  private static StepFigures with(StepFigures step, Slots... connections) {
    List<Slots> slots = new ArrayList<>(List.of(connections));
    slots.addAll(step.slots());
    return step.withSlots(slots);
  }
}
