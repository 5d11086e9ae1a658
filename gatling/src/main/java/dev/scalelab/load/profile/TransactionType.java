package dev.scalelab.load.profile;

/** A business transaction of a built-in workload, in one or more requests. */
public enum TransactionType implements TransactionKind {
  /** Fills a cart item by item and makes an order of it, in one session. */
  NEW_ORDER(Workload.ECPERF, "newOrder"),
  /** Changes the quantity of an item of an existing order. */
  CHANGE_ORDER(Workload.ECPERF, "changeOrder"),
  /** Reads one existing order. */
  ORDER_STATUS(Workload.ECPERF, "orderStatus"),
  /** Reads the latest orders of a customer. */
  CUSTOMER_STATUS(Workload.ECPERF, "customerStatus"),
  /** Comes in, logs in, looks at books and puts them into a basket, thinks again, and buys. */
  SESSION(Workload.BOOKSTORE, "session"),
  /** Fills a cart product by product, looks at it and drops it, in one session. */
  VISIT(Workload.CART, "visit"),
  /** Has the beans of a configuration do their work, in one request without a session. */
  CALL(Workload.CELLS, "call"),
  /** Asks again and again for the status of one customer's orders and tickets. */
  STATUS_VISIT(Workload.PORTAL, "visit"),
  /** Gives an order, which is taken later. */
  ORDER(Workload.PORTAL, "order", true),
  /** Has a production line make some pieces of an item, planned or ordered, station by station. */
  WORK_ORDER(Workload.ECPERF, "workOrder");

  private final Workload workload;
  private final String label;
  private final boolean streamed;

  TransactionType(Workload workload, String label) {
    this(workload, label, false);
  }

  TransactionType(Workload workload, String label, boolean streamed) {
    this.workload = workload;
    this.label = label;
    this.streamed = streamed;
  }

  /** The workload whose users do it. */
  public Workload workload() {
    return workload;
  }

  /** Whether it arrives in a constant stream beside what the users do. */
  boolean streamed() {
    return streamed;
  }

  @Override
  public String label() {
    return label;
  }
}
