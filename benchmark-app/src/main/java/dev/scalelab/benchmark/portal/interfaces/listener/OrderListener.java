package dev.scalelab.benchmark.portal.interfaces.listener;

import dev.scalelab.benchmark.portal.application.TakeOrder;
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
 * Processes orders from the queue, each in one transaction with its message: up to PORTAL_LISTENERS
 * at the same time.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = OrderMessage.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(
          propertyName = "maxSession",
          propertyValue = "${env.PORTAL_LISTENERS}")
    })
public class OrderListener implements MessageListener {

  @EJB(lookup = "java:global/ROOT/TakeOrder")
  private TakeOrder takeOrder;

  @Override
  public void onMessage(Message message) {
    try {
      takeOrder.take(OrderMessage.order((MapMessage) message));
    } catch (JMSException e) {
      throw new EJBException(e);
    }
  }
}
