package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;

/**
 * A large order of which it is not known yet that manufacturing has accepted it: where that is in
 * another partition, the two are not changed in one transaction.
 */
@Entity
@Table(name = "unpassed_orders")
@NamedQuery(
    name = "UnpassedOrder.due",
    query = "select u from UnpassedOrder u where u.nextAttemptAt <= :now order by u.nextAttemptAt")
@NamedQuery(
    name = "UnpassedOrder.remove",
    query = "delete from UnpassedOrder u where u.orderId = :orderId")
public class UnpassedOrder {

  // Longer than a call takes until it is given up.
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  @Id
  @Column(name = "order_id")
  private long orderId;

  @Column(name = "next_attempt_at", nullable = false)
  private Instant nextAttemptAt;

  /** For Jakarta Persistence. */
  protected UnpassedOrder() {}

  /** An order that is being passed on now. */
  public UnpassedOrder(long orderId, Instant now) {
    this.orderId = orderId;
    attempt(now);
  }

  /** Records that it is being passed on: no other server tries for a while. */
  public void attempt(Instant now) {
    nextAttemptAt = now.plus(BETWEEN_ATTEMPTS);
  }

  public long getOrderId() {
    return orderId;
  }
}
