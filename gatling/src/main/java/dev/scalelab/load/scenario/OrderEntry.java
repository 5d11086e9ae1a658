package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Thoughtful;
import dev.scalelab.load.profile.TransactionData;

/** What one user of the order application works with, and how far it has come. */
final class OrderEntry implements Thoughtful {
  private final TransactionData data;
  private int nextLine;

  OrderEntry(TransactionData data) {
    this.data = data;
  }

  TransactionData data() {
    return data;
  }

  /** The line to put into the cart now; the call after it gives the next one. */
  TransactionData.Line takeLine() {
    return data.lines().get(nextLine++);
  }

  @Override
  public int nextPauseMillis() {
    return ProductionLine.AT_A_STATION.maxMillis();
  }
}
