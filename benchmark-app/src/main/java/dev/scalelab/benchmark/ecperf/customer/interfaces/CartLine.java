package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request with a quantity of an item. */
public record CartLine(
    @NotNull @WholeNumber @Min(1) BigDecimal itemId,
    @NotNull @WholeNumber @Min(1) @Max(Cart.MAX_QUANTITY) BigDecimal quantity) {

  int itemNumber() {
    return itemId.intValueExact();
  }

  int pieces() {
    return quantity.intValueExact();
  }
}
