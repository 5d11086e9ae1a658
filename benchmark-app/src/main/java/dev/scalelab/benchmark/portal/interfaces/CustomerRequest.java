package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** An order or a ticket of a customer. */
public record CustomerRequest(
    @NotNull @WholeNumber @Min(1) @Max(Integer.MAX_VALUE) BigDecimal customerId) {

  int customerNumber() {
    return customerId.intValueExact();
  }
}
