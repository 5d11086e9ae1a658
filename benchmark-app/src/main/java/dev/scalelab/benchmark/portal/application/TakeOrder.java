package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderChange;
import dev.scalelab.benchmark.portal.domain.OrderChanges;
import dev.scalelab.benchmark.portal.domain.OrderTaken;
import dev.scalelab.benchmark.portal.domain.Orders;
import dev.scalelab.benchmark.portal.domain.QueueUnavailableException;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Stores an order from the queue in the database, and publishes its change of state. */
@Stateless
public class TakeOrder {

  private static final Logger LOGGER = Logger.getLogger(TakeOrder.class.getName());

  @Resource private SessionContext context;

  private Orders orders;
  private OrderChanges changes;
  private Event<OrderTaken> taken;

  /** For the container. */
  public TakeOrder() {}

  @Inject
  TakeOrder(Orders orders, OrderChanges changes, Event<OrderTaken> taken) {
    this.orders = orders;
    this.changes = changes;
    this.taken = taken;
  }

  /**
   * Stores an order once, however often it is delivered. If the database rejects it, the
   * transaction in which it was delivered is rolled back, and it is delivered again.
   */
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public void take(NewOrder order) {
    try {
      if (orders.addIfNew(order)) {
        taken.fire(new OrderTaken(order.customerId()));
      }
      // Also for an order that was there: if the outcome of its commit was unknown, the change was
      // not published with it.
      changes.publish(OrderChange.of(order));
    } catch (PersistenceException | QueueUnavailableException e) {
      // Not at a higher level: it is logged for each of many deliveries. A lost database is
      // reported by its probe; an order that is never processed is in the dead letter queue, and
      // the audit detects that it is missing.
      LOGGER.log(Level.FINE, "An order was not processed: {0}", e.getMessage());
      context.setRollbackOnly();
    }
  }
}
