package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkOrderTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final WorkOrder workOrder = WorkOrder.planned(5, 10, NOW);

  @Test
  void goesThroughTheStationsOneAfterTheOtherAndIsCompleted() {
    for (int station = 1; station <= WorkOrder.STATIONS; station++) {
      workOrder.passStation(station);
      assertThat(workOrder.getStation()).isEqualTo(station);
    }
    assertThat(workOrder.isCompleted()).isFalse();

    workOrder.complete(NOW);

    assertThat(workOrder.isCompleted()).isTrue();
  }

  @Test
  void noStationIsSkippedOrRepeated() {
    assertThatThrownBy(() -> workOrder.passStation(2))
        .isInstanceOf(OutOfTurnException.class)
        .hasMessageEndingWith("is station 1");
    workOrder.passStation(1);
    assertThatThrownBy(() -> workOrder.passStation(1)).hasMessageEndingWith("is station 2");
    assertThatThrownBy(() -> workOrder.complete(NOW)).hasMessageEndingWith("is station 2");
    assertThat(workOrder.getStation()).isEqualTo(1);
  }

  @Test
  void thereIsNothingAfterCompletion() {
    for (int station = 1; station <= WorkOrder.STATIONS; station++) {
      workOrder.passStation(station);
    }
    assertThatThrownBy(() -> workOrder.passStation(4)).hasMessageEndingWith("is completion");
    workOrder.complete(NOW);

    assertThatThrownBy(() -> workOrder.complete(NOW)).hasMessageEndingWith("already completed");
    assertThatThrownBy(() -> workOrder.passStation(4)).hasMessageEndingWith("already completed");
  }

  @Test
  void thereIsNothingAfterCancellation() {
    workOrder.passStation(1);
    assertThat(workOrder.cancel(NOW)).isTrue();
    assertThat(workOrder.cancel(NOW)).as("once").isFalse();

    assertThatThrownBy(() -> workOrder.passStation(2)).hasMessageEndingWith("cancelled");
    assertThatThrownBy(() -> workOrder.complete(NOW)).hasMessageEndingWith("cancelled");
  }

  @Test
  void aLargeOrderWaitsNoMoreOnceItHasAWorkOrder() {
    LargeOrder large = new LargeOrder(751, 5, 300, NOW);
    assertThat(large.isDue(NOW)).isTrue();

    WorkOrder itsOwn = WorkOrder.of(large, NOW);

    assertThat(large.getState()).isEqualTo(LargeOrder.State.SCHEDULED);
    assertThat(large.isDue(NOW.plusSeconds(119))).isFalse();
    assertThat(large.isDue(NOW.plusSeconds(120))).isTrue();
    assertThat(itsOwn.getLargeOrderId()).contains(large.getId());
    assertThat(itsOwn.getItemId()).isEqualTo(5);
    assertThat(itsOwn.getQuantity()).isEqualTo(300);

    large.ship();
    assertThat(large.isDue(NOW.plusSeconds(120))).isFalse();
  }
}
