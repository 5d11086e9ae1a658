package dev.scalelab.benchmark.portal.interfaces.listener;

import dev.scalelab.benchmark.portal.application.ChangeOrder;
import dev.scalelab.benchmark.portal.infrastructure.OrderMessage;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Applies changes of orders from the topic, each in one transaction with its message: up to
 * PORTAL_LISTENERS at the same time, which share one durable subscription. Its queue, with the name
 * of client and subscription, is in server.cli: it gets changes before the first listener is ready.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = OrderMessage.TOPIC),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      @ActivationConfigProperty(propertyName = "subscriptionDurability", propertyValue = "Durable"),
      @ActivationConfigProperty(propertyName = "clientId", propertyValue = "portal"),
      @ActivationConfigProperty(propertyName = "subscriptionName", propertyValue = "changes"),
      @ActivationConfigProperty(
          propertyName = "maxSession",
          propertyValue = "${env.PORTAL_LISTENERS}")
    })
public class ChangeListener implements MessageListener {

  @EJB(lookup = "java:global/ROOT/ChangeOrder")
  private ChangeOrder changeOrder;

  @Override
  public void onMessage(Message message) {
    try {
      changeOrder.change(OrderMessage.change((MapMessage) message));
    } catch (JMSException e) {
      throw new EJBException(e);
    }
  }
}
