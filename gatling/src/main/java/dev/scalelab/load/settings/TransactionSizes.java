package dev.scalelab.load.settings;

import dev.scalelab.load.profile.LargeOrders;
import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;

/**
 * The size of transactions.
 *
 * @param cartAtClient whether visitors of the cart keep it, and send it with each request
 */
public record TransactionSizes(
    int itemsPerOrder,
    int productsPerVisit,
    int requestsPerVisit,
    LargeOrders largeOrders,
    boolean cartAtClient) {

  /** The maximum number of requests of a successful transaction. */
  public int requestsOf(TransactionKind kind) {
    if (kind instanceof OwnKind own) {
      return own.requests();
    }
    return switch ((TransactionType) kind) {
      case NEW_ORDER -> itemsPerOrder + 1;
      case CANCEL_ORDER -> itemsPerOrder + 2;
      // Home, login, each book looked at and added, one removed, confirmed and bought.
      case SESSION -> 2 * productsPerVisit + 5;
      // The cart is looked at, and dropped unless the client has it.
      case VISIT -> productsPerVisit + (cartAtClient ? 1 : 2);
      case PAGE -> 3;
      case STATUS_VISIT -> requestsPerVisit;
      case CHANGE_ORDER, ORDER_STATUS, CUSTOMER_STATUS, CREATE_TICKET, ORDER, CALL -> 1;
      // Scheduled, possibly after a failed attempt for a large order, and completed.
      case WORK_ORDER -> ProductionLine.STATIONS + (largeOrders.wanted() ? 3 : 2);
      // Scheduled, moved through a station, and cancelled.
      case CANCEL_WORK_ORDER -> 3;
    };
  }
}
