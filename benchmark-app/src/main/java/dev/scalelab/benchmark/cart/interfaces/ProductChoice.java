package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request to add a product to the cart. */
public record ProductChoice(
    @NotNull @WholeNumber @Min(1) @Max(Integer.MAX_VALUE) BigDecimal productId) {

  int productNumber() {
    return productId.intValueExact();
  }
}
