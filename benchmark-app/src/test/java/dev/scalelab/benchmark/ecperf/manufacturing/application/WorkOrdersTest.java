package dev.scalelab.benchmark.ecperf.manufacturing.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfStockException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkOrdersTest {

  private final Plant plant = new Plant();

  @Test
  void partsLeaveTheStoreByTheBillOfMaterials() {
    WorkOrder workOrder = plant.scheduleWorkOrder.planned(5, 50);

    assertThat(plant.scheduled).containsExactly(workOrder);
    assertThat(plant.stocks.get(1).getOnHand()).isEqualTo(250);
    assertThat(plant.stocks.get(2).getOnHand()).isEqualTo(200);
    assertThat(plant.ordered).isEmpty();
  }

  @Test
  void whatRunsLowIsOrderedOnce() {
    plant.scheduleWorkOrder.planned(5, 51);
    plant.scheduleWorkOrder.planned(5, 10);

    assertThat(plant.ordered)
        .extracting(
            PurchaseOrder::getPartId, PurchaseOrder::getSupplierId, PurchaseOrder::getQuantity)
        .containsExactly(tuple(2, 9, 400));
  }

  @Test
  void whereOnePartIsMissingNoneIsTakenAndAllIsOrderedThatIsNeeded() {
    assertThatThrownBy(() -> plant.scheduleWorkOrder.planned(5, 200))
        .isInstanceOf(OutOfStockException.class)
        .hasMessage("100 pieces of part 2 are missing");

    assertThat(plant.scheduled).isEmpty();
    assertThat(plant.stocks.get(1).getOnHand()).isEqualTo(300);
    assertThat(plant.ordered)
        .extracting(PurchaseOrder::getPartId, PurchaseOrder::getQuantity)
        .containsExactly(tuple(1, 400), tuple(2, 400));
    // After the delivery it is enough.
    plant.stocks.get(2).receive(400);
    plant.scheduleWorkOrder.planned(5, 200);
    assertThat(plant.ordered).hasSize(2);
  }

  @Test
  void plannedItemsGoToTheStore() {
    plant.scheduleWorkOrder.planned(5, 10);
    complete(0);

    assertThat(plant.finished).containsEntry(5, 10);
  }

  @Test
  void aLargeOrdersItemsGoToItsCustomer() {
    LargeOrder large = new LargeOrder(751, 5, 100, Instant.now());
    plant.waiting.add(large);

    assertThat(plant.scheduleWorkOrder.large()).isPresent();
    assertThat(plant.scheduleWorkOrder.large()).isEmpty();
    complete(0);

    assertThat(large.getState()).isEqualTo(LargeOrder.State.SHIPPED);
    assertThat(plant.finished).isEmpty();
  }

  @Test
  void aLargeOrderThatWasLeftRestartsWithThePartsThatItHas() {
    Instant longAgo = Instant.now().minus(Duration.ofHours(1));
    LargeOrder large = new LargeOrder(751, 5, 100, longAgo);
    plant.waiting.add(large);
    WorkOrder left = WorkOrder.of(large, longAgo);
    left.passStation(1);
    plant.scheduled.add(left);

    assertThat(plant.scheduleWorkOrder.large()).containsSame(left);

    assertThat(left.getStation()).isZero();
    assertThat(plant.stocks.get(1).getOnHand()).isEqualTo(300);
    assertThat(plant.scheduleWorkOrder.large()).isEmpty();
    complete(0);
    assertThat(large.getState()).isEqualTo(LargeOrder.State.SHIPPED);
  }

  @Test
  void aLargeOrderThatSomebodyIsAtIsLeftAlone() {
    Instant longAgo = Instant.now().minus(Duration.ofHours(1));
    LargeOrder large = new LargeOrder(751, 5, 100, longAgo);
    large.schedule(longAgo);
    plant.waiting.add(large);

    assertThat(plant.scheduleWorkOrder.large()).isEmpty();
  }

  @Test
  void aLargeOrderWithoutItsPartsGoesOnWaiting() {
    LargeOrder large = new LargeOrder(751, 5, 1000, Instant.now());
    plant.waiting.add(large);

    assertThatThrownBy(plant.scheduleWorkOrder::large).isInstanceOf(OutOfStockException.class);

    assertThat(large.getState()).isEqualTo(LargeOrder.State.WAITING);
    assertThat(plant.ordered).hasSize(2);
  }

  @Test
  void unknownItemsAndWorkOrdersAreNamed() {
    assertThatThrownBy(() -> plant.scheduleWorkOrder.planned(6, 1))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no item 6");
    assertThatThrownBy(() -> plant.advanceWorkOrder.passStation(77, 1))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no work order 77");
  }

  private void complete(long workOrderId) {
    for (int station = 1; station <= WorkOrder.STATIONS; station++) {
      plant.advanceWorkOrder.passStation(workOrderId, station);
    }
    plant.advanceWorkOrder.complete(workOrderId);
  }
}
