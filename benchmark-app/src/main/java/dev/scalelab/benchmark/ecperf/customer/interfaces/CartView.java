package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import java.util.List;

/** A cart as JSON: the number of lines, the total number of pieces, and the lines. */
public record CartView(int lines, int quantity, List<Line> items) {

  /** A line of the cart. */
  public record Line(int itemId, int quantity) {}

  static CartView of(Cart cart) {
    List<Line> items =
        cart.quantities().entrySet().stream()
            .map(line -> new Line(line.getKey(), line.getValue()))
            .toList();
    return new CartView(items.size(), items.stream().mapToInt(Line::quantity).sum(), items);
  }
}
