package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The workload of a run's users. */
public enum Workload {
  /** Order entry and production lines, as in ECperf. */
  ECPERF("ecperf", "newOrder=50,changeOrder=20,orderStatus=20,customerStatus=10"),
  /** Sessions of readers who look at books and buy some. */
  BOOKSTORE("bookstore", "session=100"),
  /** Carts that are filled product by product; all state is in the session. */
  CART("cart", "visit=100"),
  /** Calls of session beans that do a configured amount of work. */
  CELLS("cells", "call=100"),
  /** Customers request statuses, in addition to a constant stream of orders. */
  PORTAL("portal", "visit=100"),
  /** The user's own classes; see {@link OwnKind}. */
  CUSTOM("custom", "");

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

  /** The default shares of its transactions, in the format of the setting MIX. */
  public String usualMix() {
    return usualMix;
  }

  /** The built-in transactions that its users do. */
  public List<TransactionType> transactions() {
    return types().filter(type -> !type.streamed()).toList();
  }

  /** The transaction that arrives in a constant stream in addition to its users, if it has one. */
  public Optional<TransactionType> streamed() {
    return types().filter(TransactionType::streamed).findFirst();
  }

  private Stream<TransactionType> types() {
    return Arrays.stream(TransactionType.values()).filter(type -> type.workload() == this);
  }

  /** The transaction with that name, or empty. */
  public Optional<TransactionType> transaction(String label) {
    return transactions().stream().filter(type -> type.label().equals(label)).findFirst();
  }

  /** The workload with that name, or empty. */
  public static Optional<Workload> ofLabel(String label) {
    return Arrays.stream(values()).filter(workload -> workload.label.equals(label)).findFirst();
  }
}
