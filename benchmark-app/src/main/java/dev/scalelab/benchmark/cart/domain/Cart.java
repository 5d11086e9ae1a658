package dev.scalelab.benchmark.cart.domain;

import dev.scalelab.benchmark.state.StateVersion;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Products, each with a description of a given size, and the version of the cart. */
public class Cart implements Serializable {

  /** Maximum number of products: session state must be bounded. */
  public static final int MAX_PRODUCTS = 100;

  private static final long serialVersionUID = 1L;

  // ArrayList, not List: the session is serialized with it.
  private final ArrayList<Product> products;
  private StateVersion version;

  /**
   * A product in a cart.
   *
   * @param id of the product
   * @param description represents all state that an application keeps of it
   */
  record Product(int id, byte[] description) implements Serializable {}

  /** An empty cart without changes. */
  public Cart() {
    products = new ArrayList<>();
    version = StateVersion.first();
  }

  /** An empty cart with that version, to which its products are restored. */
  Cart(StateVersion version) {
    products = new ArrayList<>();
    this.version = version;
  }

  /** A copy of another cart; descriptions never change, so both share them. */
  public Cart(Cart other) {
    products = new ArrayList<>(other.products);
    version = other.version;
  }

  /**
   * Adds a product, which counts as a change.
   *
   * @param descriptionBytes size of its description, 0 or more
   * @throws CartFullException if the cart holds {@value #MAX_PRODUCTS} products; it is then
   *     unchanged
   */
  public void add(int productId, int descriptionBytes) {
    if (products.size() == MAX_PRODUCTS) {
      throw new CartFullException(changes());
    }
    byte[] description = new byte[descriptionBytes];
    // Not zeros, which a marshaller or the network could compress.
    for (int i = 0; i < description.length; i++) {
      description[i] = (byte) (31 * i + productId);
    }
    products.add(new Product(productId, description));
    version = version.changed();
  }

  /** Adds a product that the cart had, which is no change. */
  void restore(Product product) {
    products.add(product);
  }

  /** The products, in the order in which they were added. */
  List<Product> products() {
    return Collections.unmodifiableList(products);
  }

  /** Number of products. */
  public int size() {
    return products.size();
  }

  /** Number of changes made. */
  public int changes() {
    return version.changes();
  }

  /** The version of the cart. */
  public StateVersion version() {
    return version;
  }

  /** Records the server that made the last change. */
  public void changedBy(String server) {
    version = version.by(server);
  }

  /** Total size of all descriptions in bytes. */
  public int bytes() {
    return products.stream().mapToInt(product -> product.description().length).sum();
  }
}
