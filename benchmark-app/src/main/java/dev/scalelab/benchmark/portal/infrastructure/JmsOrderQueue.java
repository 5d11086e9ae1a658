package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderQueue;
import jakarta.enterprise.context.ApplicationScoped;

/** The queue of orders on this server. */
@ApplicationScoped
public class JmsOrderQueue implements OrderQueue {
  @Override
  public void put(NewOrder order) {
    Broker.send(OrderMessage.QUEUE, context -> OrderMessage.of(order, context));
  }
}
