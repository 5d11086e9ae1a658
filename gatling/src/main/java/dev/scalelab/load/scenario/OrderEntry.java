package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.Acknowledged;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Stateful;
import dev.scalelab.load.profile.Thoughtful;
import dev.scalelab.load.profile.TransactionData;

/** The data and progress of one user of the order application. */
final class OrderEntry implements Thoughtful, Stateful {
  private final TransactionData data;
  private final Acknowledged cart;
  private int nextLine;
  private boolean madeToOrder;

  private OrderEntry(TransactionData data, Acknowledged cart) {
    this.data = data;
    this.cart = cart;
  }

  /** A user without a session. */
  static OrderEntry of(TransactionData data) {
    return new OrderEntry(data, null);
  }

  /** A user whose session has a cart. */
  static OrderEntry withCart(TransactionData data) {
    return new OrderEntry(data, new Acknowledged());
  }

  TransactionData data() {
    return data;
  }

  /** The line to add to the cart now; the next call returns the next one. */
  TransactionData.Line takeLine() {
    return data.lines().get(nextLine++);
  }

  /** Like {@link #takeLine}, for a line of the session's cart. */
  TransactionData.Line takeLineForCart() {
    cart.change();
    return takeLine();
  }

  /** Its work order is of the large-order line. */
  void makeToOrder() {
    madeToOrder = true;
  }

  /** Whether its work order is of the large-order line, rather than of a planned one. */
  boolean isMadeToOrder() {
    return madeToOrder;
  }

  @Override
  public Acknowledged state() {
    return cart;
  }

  @Override
  public int nextPauseMillis() {
    return ProductionLine.AT_A_STATION.maxMillis();
  }
}
