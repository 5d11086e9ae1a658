package dev.scalelab.benchmark.portal.application;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** What the portal is told by its environment. */
@ApplicationScoped
public class PortalSettings {

  // The server's start script has its default and checks it; other workloads start without.
  private final Duration maxAge =
      Duration.ofMillis(Long.parseLong(System.getenv().getOrDefault("PORTAL_MAX_AGE_MILLIS", "0")));

  /** No status that is told is older. */
  public Duration maxAge() {
    return maxAge;
  }
}
