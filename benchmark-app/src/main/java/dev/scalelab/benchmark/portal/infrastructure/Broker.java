package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.QueueUnavailableException;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The message broker in this server. */
final class Broker {
  private Broker() {}

  /** A message to send. */
  interface Content {
    /** Creates the message. */
    Message in(JMSContext context) throws JMSException;
  }

  /** Sends a message, as part of the current transaction if there is one. */
  // Looked up, not injected: servers of other workloads have no broker.
  static void send(String destination, Content content) {
    try {
      ConnectionFactory connections = InitialContext.doLookup(OrderMessage.CONNECTIONS);
      Destination to = InitialContext.doLookup(destination);
      try (JMSContext context = connections.createContext()) {
        context.createProducer().send(to, content.in(context));
      }
    } catch (NamingException | JMSException | JMSRuntimeException e) {
      throw new QueueUnavailableException(e);
    }
  }
}
