package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.Optional;

/** A business transaction of the workload: what one arriving user does, in one or more requests. */
public enum TransactionType {
  /** Fills a cart item by item and makes an order of it, in one session. */
  NEW_ORDER("newOrder"),
  /** Changes the quantity of an item of an existing order. */
  CHANGE_ORDER("changeOrder"),
  /** Reads one existing order. */
  ORDER_STATUS("orderStatus"),
  /** Reads the latest orders of a customer. */
  CUSTOMER_STATUS("customerStatus");

  private final String label;

  TransactionType(String label) {
    this.label = label;
  }

  /** The name used in settings, records and metrics. */
  public String label() {
    return label;
  }

  /** The type of that name, or empty when there is none. */
  public static Optional<TransactionType> ofLabel(String label) {
    return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
  }
}
