package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.OrderChange;
import dev.scalelab.benchmark.portal.domain.OrderChanges;
import jakarta.enterprise.context.ApplicationScoped;

/** The topic of order changes on this server. */
@ApplicationScoped
public class JmsOrderChanges implements OrderChanges {
  @Override
  public void publish(OrderChange change) {
    Broker.send(OrderMessage.TOPIC, context -> OrderMessage.of(change, context));
  }
}
