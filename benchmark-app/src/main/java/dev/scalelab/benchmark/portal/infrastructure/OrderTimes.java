package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.OrderExecuted;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long the portal's orders took, from their acceptance until every server shows them as
 * executed: the times in the queue and in the topic, with redeliveries, the listeners'
 * transactions, and the removal of the customer's account from the caches. A server takes only
 * orders of its own queue and changes of its own topic, so one clock is used.
 */
@ApplicationScoped
public class OrderTimes {

  /** After the removal from the cache, which observes the same event without a priority. */
  private static final int LAST = Interceptor.Priority.APPLICATION + 900;

  private final LongAdder executed = new LongAdder();
  private final LongAdder millis = new LongAdder();

  void add(@Observes(during = TransactionPhase.AFTER_SUCCESS) @Priority(LAST) OrderExecuted order) {
    // Not negative, also if the clock was set back meanwhile.
    millis.add(Math.max(0, Duration.between(order.orderedAt(), Instant.now()).toMillis()));
    executed.increment();
  }

  long executed() {
    return executed.sum();
  }

  long millis() {
    return millis.sum();
  }
}
