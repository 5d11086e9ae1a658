package dev.scalelab.load.profile;

/** A business transaction of a workload: what one arriving user does, in one or more requests. */
public enum TransactionType {
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
  /** Has a planned production line make some pieces of an item, station by station. */
  WORK_ORDER(Workload.ECPERF, "workOrder");

  private final Workload workload;
  private final String label;

  TransactionType(Workload workload, String label) {
    this.workload = workload;
    this.label = label;
  }

  /** The workload whose users do it. */
  public Workload workload() {
    return workload;
  }

  /** The name used in settings, records and metrics; unique within its workload. */
  public String label() {
    return label;
  }
}
