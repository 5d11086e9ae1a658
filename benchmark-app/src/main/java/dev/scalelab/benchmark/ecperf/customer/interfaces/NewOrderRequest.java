package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request to order the cart, with the customer. */
public record NewOrderRequest(@NotNull @WholeNumber @Min(1) BigDecimal customerId) {

  int customerNumber() {
    return customerId.intValueExact();
  }
}
