package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import dev.scalelab.benchmark.ecperf.supplier.application.SendPurchaseOrders;
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
 * The timer that sends purchase orders: once a second those that are due.
 *
 * <p>They are read from the database, not passed by the request that created them: no order is lost
 * with a server, and no request waits for a supplier. If no supplier is configured, all orders stay
 * open.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Dispatch {

  private static final Logger LOGGER = Logger.getLogger(Dispatch.class.getName());

  @Inject private SendPurchaseOrders sendPurchaseOrders;

  @Resource private ManagedScheduledExecutorService scheduler;

  private ScheduledFuture<?> schedule;

  @PostConstruct
  void start() {
    if (sendPurchaseOrders.isPossible()) {
      schedule = scheduler.scheduleWithFixedDelay(this::sendDue, 1, 1, TimeUnit.SECONDS);
    }
  }

  @PreDestroy
  void stop() {
    if (schedule != null) {
      schedule.cancel(true);
    }
  }

  private void sendDue() {
    try {
      sendPurchaseOrders.sendDue();
    } catch (RuntimeException e) {
      // An uncaught exception would stop the timer. One line, not a stack trace every second; the
      // probe reports a lost database.
      Level level = DatabaseLoss.isBehind(e) ? Level.FINE : Level.WARNING;
      LOGGER.log(level, "Purchase orders were not sent: {0}", String.valueOf(e));
    }
  }
}
