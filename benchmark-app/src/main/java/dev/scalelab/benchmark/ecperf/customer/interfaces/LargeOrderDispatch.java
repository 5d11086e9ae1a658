package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.SendLargeOrders;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.web.DatabaseLoss;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends large orders to manufacturing, where that is in another partition: each as soon as it is
 * placed, and once a second those that could not be sent then.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class LargeOrderDispatch {

  private static final Logger LOGGER = Logger.getLogger(LargeOrderDispatch.class.getName());

  @Inject private SendLargeOrders sendLargeOrders;

  @Resource private ManagedScheduledExecutorService scheduler;

  private boolean needed;
  private ScheduledFuture<?> schedule;

  @PostConstruct
  void start() {
    needed = sendLargeOrders.isNeeded();
    if (needed) {
      schedule =
          scheduler.scheduleWithFixedDelay(
              () -> attempt(sendLargeOrders::sendDue), 1, 1, TimeUnit.SECONDS);
    }
  }

  @PreDestroy
  void stop() {
    if (schedule != null) {
      schedule.cancel(true);
    }
  }

  /** Sends a new order if it is large. The order was placed, whatever becomes of this attempt. */
  public void send(Order order) {
    if (needed && order.isLarge()) {
      attempt(() -> sendLargeOrders.send(order));
    }
  }

  private static void attempt(Runnable sending) {
    try {
      sending.run();
    } catch (RuntimeException e) {
      // An uncaught exception would stop the timer. One line, not a stack trace every second.
      Level level = DatabaseLoss.isBehind(e) ? Level.FINE : Level.WARNING;
      LOGGER.log(level, "Large orders were not sent: {0}", String.valueOf(e));
    }
  }
}
