package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request for work on a planned line. */
public record PlannedWork(
    @NotNull @WholeNumber @Min(1) BigDecimal itemId,
    @NotNull @WholeNumber @Min(1) @Max(WorkOrder.MAX_QUANTITY) BigDecimal quantity) {

  int itemNumber() {
    return itemId.intValueExact();
  }

  int pieces() {
    return quantity.intValueExact();
  }
}
