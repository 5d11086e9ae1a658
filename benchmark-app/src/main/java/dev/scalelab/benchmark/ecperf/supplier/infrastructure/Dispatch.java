package dev.scalelab.benchmark.ecperf.supplier.infrastructure;

import dev.scalelab.benchmark.ecperf.supplier.application.Correspondence;
import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier.Answer;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
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
 * Sends purchase orders to their suppliers, a second after they were raised.
 *
 * <p>From the database, not from the request that raised them: no order is lost with a server, and
 * no request waits for a supplier. Without the address of one all stay open.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Dispatch {

  private static final Logger LOGGER = Logger.getLogger(Dispatch.class.getName());

  private static final int BATCH = 50;

  @Inject private Correspondence correspondence;

  @Inject private HttpSupplier supplier;

  @Resource private ManagedScheduledExecutorService scheduler;

  private ScheduledFuture<?> schedule;

  @PostConstruct
  void start() {
    if (supplier.isKnown()) {
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
      for (PurchaseOrder order : correspondence.takeDue(BATCH)) {
        Answer answer = supplier.send(order);
        correspondence.record(order.getNumber(), answer);
        if (answer == Answer.NONE) {
          // The others would wait as long for nothing; they are due again soon.
          return;
        }
      }
    } catch (RuntimeException e) {
      // Any that got out would end the schedule. One line, not a stack trace a second.
      LOGGER.log(Level.WARNING, "Purchase orders were not sent: {0}", String.valueOf(e));
    }
  }
}
