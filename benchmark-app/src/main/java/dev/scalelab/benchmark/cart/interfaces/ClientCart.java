package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.cart.domain.CartText;
import dev.scalelab.benchmark.web.WholeNumber;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** Requests and responses of a client that keeps its cart. */
public final class ClientCart {

  private ClientCart() {}

  /**
   * A request to add a product.
   *
   * @param state the cart, as in the last response; null for a new one
   */
  public record Choice(
      @NotNull @WholeNumber @Min(1) @Max(Integer.MAX_VALUE) BigDecimal productId, String state) {

    int productNumber() {
      return productId.intValueExact();
    }
  }

  /** The cart that a client has kept, as in the last response. */
  public record Kept(@NotNull String state) {}

  /**
   * A cart as JSON, with its text to keep.
   *
   * @param changes number of changes made to the cart
   * @param products number of products
   * @param bytes size of their descriptions
   * @param state the text
   */
  public record View(int changes, int products, int bytes, String state) {

    static View of(Cart cart) {
      return new View(cart.changes(), cart.size(), cart.bytes(), CartText.of(cart));
    }
  }
}
