package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionData;

/** What one user of the order application works with, and how far it has come. */
final class OrderEntry {
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
}
