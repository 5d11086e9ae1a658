package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request to log in. */
public record Login(
    @NotNull @WholeNumber @Min(1) @Max(Integer.MAX_VALUE) BigDecimal readerId,
    @NotNull @WholeNumber @Min(0) @Max(Integer.MAX_VALUE) BigDecimal pin) {

  int readerNumber() {
    return readerId.intValueExact();
  }

  int pinNumber() {
    return pin.intValueExact();
  }
}
