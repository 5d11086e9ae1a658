package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Thoughtful;
import dev.scalelab.load.profile.TransactionData;

/** The data and progress of one user of the order application. */
final class OrderEntry implements Thoughtful {
  private final TransactionData data;
  private int nextLine;

  OrderEntry(TransactionData data) {
    this.data = data;
  }

  TransactionData data() {
    return data;
  }

  /** The line to add to the cart now; the next call returns the next one. */
  TransactionData.Line takeLine() {
    return data.lines().get(nextLine++);
  }

  @Override
  public int nextPauseMillis() {
    return ProductionLine.AT_A_STATION.maxMillis();
  }
}
