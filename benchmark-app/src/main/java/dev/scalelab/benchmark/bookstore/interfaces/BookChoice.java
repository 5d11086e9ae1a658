package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A request to add a book to the basket. */
public record BookChoice(@NotNull @WholeNumber @Min(1) @Max(Integer.MAX_VALUE) BigDecimal bookId) {

  int bookNumber() {
    return bookId.intValueExact();
  }
}
