package dev.scalelab.benchmark.cart.domain;

import java.io.Serializable;
import java.util.ArrayList;

/**
 * Products, each with a description of a given size, and the number of changes that the cart has
 * seen: a client that counts its own requests can tell a cart that was lost, or set back, from one
 * that is whole.
 */
public class Cart implements Serializable {

  /** A cart is session state, so its size has a bound. */
  public static final int MAX_PRODUCTS = 100;

  private static final long serialVersionUID = 1L;

  // ArrayList, not List: the session is serialized with it.
  private final ArrayList<Product> products;
  private int changes;

  /**
   * A product in a cart.
   *
   * @param id which product
   * @param description stands for all that an application keeps of it
   */
  private record Product(int id, byte[] description) implements Serializable {}

  /** An empty cart that nothing has changed yet. */
  public Cart() {
    products = new ArrayList<>();
  }

  /** A copy of another cart; descriptions never change, so both have the same. */
  public Cart(Cart other) {
    products = new ArrayList<>(other.products);
    changes = other.changes;
  }

  /**
   * Adds a product, which is a change.
   *
   * @param descriptionBytes what the cart grows by, 0 or more
   * @throws CartFullException when it holds {@value #MAX_PRODUCTS}; it is then unchanged
   */
  public void add(int productId, int descriptionBytes) {
    if (products.size() == MAX_PRODUCTS) {
      throw new CartFullException(changes);
    }
    byte[] description = new byte[descriptionBytes];
    // Not zeros, which a marshaller or a network could make small.
    for (int i = 0; i < description.length; i++) {
      description[i] = (byte) (31 * i + productId);
    }
    products.add(new Product(productId, description));
    changes++;
  }

  /** How many products are in it. */
  public int size() {
    return products.size();
  }

  /** How many changes it has seen. */
  public int changes() {
    return changes;
  }

  /** Bytes of all descriptions. */
  public int bytes() {
    return products.stream().mapToInt(product -> product.description().length).sum();
  }
}
