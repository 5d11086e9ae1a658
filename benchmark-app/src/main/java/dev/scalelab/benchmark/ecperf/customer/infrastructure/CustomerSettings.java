package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.ecperf.customer.domain.LargeOrderRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** What this server's environment says of the customer domain. */
@ApplicationScoped
public class CustomerSettings {

  private static final String DEFAULT_PIECES = "100";

  /** Large orders have at least {@code LARGE_ORDER_PIECES} pieces. */
  @Produces
  LargeOrderRule largeOrderRule() {
    return new LargeOrderRule(
        Integer.parseInt(System.getenv().getOrDefault("LARGE_ORDER_PIECES", DEFAULT_PIECES)));
  }
}
