package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.time.Instant;
import java.util.UUID;

/** An order as a message. */
public final class OrderMessage {

  /** JNDI name of the queue of orders, as in server.cli. */
  public static final String QUEUE = "java:/jms/queue/orders";

  /** JNDI name of its connection factory. */
  static final String CONNECTIONS = "java:/JmsXA";

  private static final String NUMBER = "number";
  private static final String CUSTOMER_ID = "customerId";
  private static final String ORDERED_AT = "orderedAtMillis";

  private OrderMessage() {}

  static MapMessage of(NewOrder order, JMSContext context) throws JMSException {
    MapMessage message = context.createMapMessage();
    message.setString(NUMBER, order.number().toString());
    message.setInt(CUSTOMER_ID, order.customerId());
    message.setLong(ORDERED_AT, order.orderedAt().toEpochMilli());
    return message;
  }

  /** The order in a message. */
  public static NewOrder order(MapMessage message) throws JMSException {
    return new NewOrder(
        UUID.fromString(message.getString(NUMBER)),
        message.getInt(CUSTOMER_ID),
        Instant.ofEpochMilli(message.getLong(ORDERED_AT)));
  }
}
