package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.MaxAge;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/** What this server's environment says of the portal. */
@ApplicationScoped
public class PortalSettings {

  /** No status that is told is older than {@code PORTAL_MAX_AGE_MILLIS}. */
  @Produces
  MaxAge maxAge() {
    // The server's start script has its default and checks it; other workloads start without.
    String millis = System.getenv().getOrDefault("PORTAL_MAX_AGE_MILLIS", "0");
    return new MaxAge(Duration.ofMillis(Long.parseLong(millis)));
  }
}
