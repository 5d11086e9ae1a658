package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the users of a run do. */
public enum Workload {
  /** Order entry, as in ECperf's customer domain. */
  ECPERF("ecperf", "newOrder=50,changeOrder=20,orderStatus=20,customerStatus=10"),
  /** Sessions of readers who look at books and buy some. */
  BOOKSTORE("bookstore", "session=100"),
  /** Carts that are filled product by product; the state is all in the session. */
  CART("cart", "visit=100"),
  /** Calls of session beans that do work of a known size. */
  CELLS("cells", "call=100"),
  /** Customers ask for statuses, beside a constant stream of orders. */
  PORTAL("portal", "visit=100"),
  /** What the user's own classes say; see {@link OwnKind}. */
  OWN("own", "");

  private final String label;
  private final String usualMix;

  Workload(String label, String usualMix) {
    this.label = label;
    this.usualMix = usualMix;
  }

  /** The name used in settings. */
  public String label() {
    return label;
  }

  /** The shares of its transactions when no others are asked for, as the setting MIX has them. */
  public String usualMix() {
    return usualMix;
  }

  /** The built-in transactions that its users do. */
  public List<TransactionType> transactions() {
    return types().filter(type -> !type.streamed()).toList();
  }

  /** The transaction that arrives in a constant stream beside its users, if it has one. */
  public Optional<TransactionType> streamed() {
    return types().filter(TransactionType::streamed).findFirst();
  }

  private Stream<TransactionType> types() {
    return Arrays.stream(TransactionType.values()).filter(type -> type.workload() == this);
  }

  /** The transaction of that name, or empty when it has none. */
  public Optional<TransactionType> transaction(String label) {
    return transactions().stream().filter(type -> type.label().equals(label)).findFirst();
  }

  /** The workload of that name, or empty when there is none. */
  public static Optional<Workload> ofLabel(String label) {
    return Arrays.stream(values()).filter(workload -> workload.label.equals(label)).findFirst();
  }
}
