package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderQueue;
import dev.scalelab.benchmark.portal.domain.QueueUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The queue of orders on this server. */
@ApplicationScoped
public class JmsOrderQueue implements OrderQueue {

  // Looked up, not injected: servers of other workloads have no queue.
  @Override
  public void put(NewOrder order) {
    try {
      ConnectionFactory connections = InitialContext.doLookup(OrderMessage.CONNECTIONS);
      Queue queue = InitialContext.doLookup(OrderMessage.QUEUE);
      try (JMSContext context = connections.createContext()) {
        context.createProducer().send(queue, OrderMessage.of(order, context));
      }
    } catch (NamingException | JMSException | JMSRuntimeException e) {
      throw new QueueUnavailableException(e);
    }
  }
}
