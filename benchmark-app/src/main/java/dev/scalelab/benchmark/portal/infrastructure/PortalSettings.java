package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.MaxAge;
import dev.scalelab.benchmark.portal.domain.Stores;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/** Settings of the portal in this server's environment. */
@ApplicationScoped
public class PortalSettings {

  /** Maximum age of a returned status, from {@code PORTAL_MAX_AGE_MILLIS}. */
  @Produces
  MaxAge maxAge() {
    // The server's start script sets the default and validates the value; servers of other
    // workloads have none.
    String millis = System.getenv().getOrDefault("PORTAL_MAX_AGE_MILLIS", "0");
    return new MaxAge(Duration.ofMillis(Long.parseLong(millis)));
  }

  /** The databases with the customers: their number, and how many customers there are. */
  @Produces
  Stores stores() {
    return new Stores(number("PORTAL_STORES", "1"), number("PORTAL_CUSTOMERS", "0"));
  }

  /** A single database needs not know the number of customers, and an empty one is not set. */
  private static int number(String name, String usual) {
    String value = System.getenv().getOrDefault(name, "");
    return Integer.parseInt(value.isEmpty() ? usual : value);
  }
}
