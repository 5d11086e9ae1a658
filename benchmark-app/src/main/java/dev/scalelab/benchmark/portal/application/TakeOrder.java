package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderTaken;
import dev.scalelab.benchmark.portal.domain.Orders;
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

/** An order from the queue comes into the database. */
@Stateless
public class TakeOrder {

  private static final Logger LOGGER = Logger.getLogger(TakeOrder.class.getName());

  @Resource private SessionContext context;

  private Orders orders;
  private Event<OrderTaken> taken;

  /** For the container. */
  public TakeOrder() {}

  @Inject
  TakeOrder(Orders orders, Event<OrderTaken> taken) {
    this.orders = orders;
    this.taken = taken;
  }

  /**
   * Takes an order once, however often it is delivered. Where the database does not take it, the
   * transaction in which it was delivered is rolled back, and it is delivered again.
   */
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public void take(NewOrder order) {
    try {
      if (orders.addIfNew(order)) {
        taken.fire(new OrderTaken(order.customerId()));
      }
    } catch (PersistenceException e) {
      // Not louder: it comes with each of many deliveries. That the database is lost its probe
      // tells; an order that is never taken is in the queue of the dead, and the audit misses it.
      LOGGER.log(Level.FINE, "An order was not taken: {0}", e.getMessage());
      context.setRollbackOnly();
    }
  }
}
