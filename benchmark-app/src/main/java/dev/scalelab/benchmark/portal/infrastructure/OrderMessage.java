package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderChange;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.time.Instant;
import java.util.UUID;

/** An order, or a change of its state, as a message. */
public final class OrderMessage {

  /** JNDI name of the queue of orders, as in server.cli. */
  public static final String QUEUE = "java:/jms/queue/orders";

  /** JNDI name of the topic of their changes, as in server.cli. */
  public static final String TOPIC = "java:/jms/topic/changes";

  /** JNDI name of their connection factory. */
  static final String CONNECTIONS = "java:/JmsXA";

  private static final String NUMBER = "number";
  private static final String CUSTOMER_ID = "customerId";
  private static final String ORDERED_AT = "orderedAtMillis";

  private OrderMessage() {}

  static MapMessage of(NewOrder order, JMSContext context) throws JMSException {
    return of(order.number(), order.customerId(), order.orderedAt(), context);
  }

  static MapMessage of(OrderChange change, JMSContext context) throws JMSException {
    return of(change.number(), change.customerId(), change.orderedAt(), context);
  }

  private static MapMessage of(UUID number, int customerId, Instant orderedAt, JMSContext context)
      throws JMSException {
    MapMessage message = context.createMapMessage();
    message.setString(NUMBER, number.toString());
    message.setInt(CUSTOMER_ID, customerId);
    message.setLong(ORDERED_AT, orderedAt.toEpochMilli());
    return message;
  }

  /** The order in a message of the queue. */
  public static NewOrder order(MapMessage message) throws JMSException {
    return new NewOrder(number(message), message.getInt(CUSTOMER_ID), orderedAt(message));
  }

  /** The change in a message of the topic. */
  public static OrderChange change(MapMessage message) throws JMSException {
    return new OrderChange(number(message), message.getInt(CUSTOMER_ID), orderedAt(message));
  }

  private static UUID number(MapMessage message) throws JMSException {
    return UUID.fromString(message.getString(NUMBER));
  }

  private static Instant orderedAt(MapMessage message) throws JMSException {
    return Instant.ofEpochMilli(message.getLong(ORDERED_AT));
  }
}
