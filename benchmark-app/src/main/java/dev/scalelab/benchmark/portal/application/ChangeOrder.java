package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.OrderChange;
import dev.scalelab.benchmark.portal.domain.OrderExecuted;
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

/** Updates the state of an order in the database by a published change. */
@Stateless
public class ChangeOrder {
  private static final Logger LOGGER = Logger.getLogger(ChangeOrder.class.getName());

  @Resource private SessionContext context;

  private Orders orders;
  private Event<OrderExecuted> executed;

  /** For the container. */
  public ChangeOrder() {}

  @Inject
  ChangeOrder(Orders orders, Event<OrderExecuted> executed) {
    this.orders = orders;
    this.executed = executed;
  }

  /**
   * Applies a change once, however often it is published and delivered. If the database rejects it,
   * the transaction in which it was delivered is rolled back, and it is delivered again.
   */
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public void change(OrderChange change) {
    try {
      if (orders.changeIfTaken(change)) {
        executed.fire(new OrderExecuted(change.customerId(), change.orderedAt()));
      }
    } catch (PersistenceException e) {
      // As for orders: see TakeOrder.
      LOGGER.log(Level.FINE, "A change of an order was not applied: {0}", e.getMessage());
      context.setRollbackOnly();
    }
  }
}
