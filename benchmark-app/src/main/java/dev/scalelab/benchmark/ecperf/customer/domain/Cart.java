package dev.scalelab.benchmark.ecperf.customer.domain;

import dev.scalelab.benchmark.state.StateVersion;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The items that a customer intends to order: a quantity of each item, in the order in which they
 * were added.
 *
 * <p>Its number is random, so that ordering the same cart again is detected.
 */
public class Cart implements Serializable {

  /** Maximum number of lines: session state must be bounded. */
  public static final int MAX_LINES = 100;

  /** The largest quantity of one line. */
  public static final int MAX_QUANTITY = 10_000;

  private static final long serialVersionUID = 1L;

  private final UUID number;

  // LinkedHashMap, not Map: the session is serialized with it.
  private final LinkedHashMap<Integer, Integer> quantities;
  private StateVersion version;

  /** An empty cart. */
  public Cart() {
    number = UUID.randomUUID();
    quantities = new LinkedHashMap<>();
    version = StateVersion.first();
  }

  /** A copy of another cart. */
  public Cart(Cart other) {
    number = other.number;
    quantities = new LinkedHashMap<>(other.quantities);
    version = other.version;
  }

  private Cart(Cart other, UUID number) {
    this.number = number;
    this.quantities = other.quantities;
    this.version = other.version;
  }

  /** The same cart with a number that its client has given to it. */
  public Cart numbered(UUID given) {
    return new Cart(this, given);
  }

  /**
   * Adds a quantity of at least 1 to the item's line.
   *
   * @throws CartFullException if the cart would exceed its limits; it is then unchanged
   */
  public void add(int itemId, int quantity) {
    long sum = (long) quantities.getOrDefault(itemId, 0) + quantity;
    if (sum > MAX_QUANTITY) {
      throw new CartFullException(
          "a line of the cart holds at most " + MAX_QUANTITY + " of an item", "quantity");
    }
    if (quantities.size() == MAX_LINES && !quantities.containsKey(itemId)) {
      throw new CartFullException("the cart holds at most " + MAX_LINES + " lines", "itemId");
    }
    quantities.put(itemId, (int) sum);
    version = version.changed();
  }

  /** The version of the cart. */
  public StateVersion version() {
    return version;
  }

  /** Records the server that made the last change. */
  public void changedBy(String server) {
    version = version.by(server);
  }

  public UUID getNumber() {
    return number;
  }

  public boolean isEmpty() {
    return quantities.isEmpty();
  }

  /** The number of pieces of all lines. */
  public int pieces() {
    return quantities.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The quantity by item id. */
  public Map<Integer, Integer> quantities() {
    return Collections.unmodifiableMap(quantities);
  }
}
