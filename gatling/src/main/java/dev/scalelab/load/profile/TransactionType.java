package dev.scalelab.load.profile;

/** A business transaction of a built-in workload, in one or more requests. */
public enum TransactionType implements TransactionKind {
  /** Fills a cart item by item and orders it, in one session. */
  NEW_ORDER(Workload.ECPERF, "newOrder"),
  /** Changes the quantity of an item of an existing order. */
  CHANGE_ORDER(Workload.ECPERF, "changeOrder"),
  /** Reads one existing order. */
  ORDER_STATUS(Workload.ECPERF, "orderStatus"),
  /** Reads the latest orders of a customer. */
  CUSTOMER_STATUS(Workload.ECPERF, "customerStatus"),
  /**
   * Opens the home page, logs in, looks at books and adds them to a basket, removes one, and buys.
   */
  SESSION(Workload.BOOKSTORE, "session"),
  /** Fills a cart product by product, reads it and deletes it, in one session. */
  VISIT(Workload.CART, "visit"),
  /** Runs the beans of a configuration, in one request without a session. */
  CALL(Workload.CELLS, "call"),
  /** Fetches a static page and its two pictures. */
  PAGE(Workload.CELLS, "page"),
  /** Repeatedly requests the status of one customer's orders and tickets. */
  STATUS_VISIT(Workload.PORTAL, "visit"),
  /** Creates a ticket of one customer. */
  CREATE_TICKET(Workload.PORTAL, "createTicket"),
  /** Sends an order, which is processed later. */
  ORDER(Workload.PORTAL, "order", true),
  /** Makes pieces of an item on a production line, planned or ordered, station by station. */
  WORK_ORDER(Workload.ECPERF, "workOrder"),
  /** Fills a cart item by item, orders it, and cancels that order. */
  CANCEL_ORDER(Workload.ECPERF, "cancelOrder"),
  /** Begins to make pieces of an item on a planned line, and cancels after the first station. */
  CANCEL_WORK_ORDER(Workload.ECPERF, "cancelWorkOrder");

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

  /** Whether it arrives in a constant stream in addition to the users' transactions. */
  boolean streamed() {
    return streamed;
  }

  @Override
  public boolean isNumbered() {
    return this == NEW_ORDER || this == SESSION || this == ORDER || this == CREATE_TICKET;
  }

  @Override
  public String label() {
    return label;
  }
}
