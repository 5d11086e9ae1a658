package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.ecperf.customer.domain.LargeOrderRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Settings of the customer domain in this server's environment. */
@ApplicationScoped
public class CustomerSettings {

  private static final String DEFAULT_PIECES = "100";

  /** Minimum number of pieces of a large order, from {@code LARGE_ORDER_PIECES}. */
  @Produces
  LargeOrderRule largeOrderRule() {
    return new LargeOrderRule(
        Integer.parseInt(System.getenv().getOrDefault("LARGE_ORDER_PIECES", DEFAULT_PIECES)));
  }
}
