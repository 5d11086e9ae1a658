package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.StateOfSessions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** What this server's environment says of the book store. */
@ApplicationScoped
public class BookstoreSettings {

  // The server's start script has its default and checks it; other workloads start without.
  private final StateOfSessions stateOfSessions =
      StateOfSessions.of(System.getenv().getOrDefault("BOOKSTORE_STATE", "web"));

  /** Sessions are kept where {@code BOOKSTORE_STATE} says. */
  @Produces
  StateOfSessions stateOfSessions() {
    return stateOfSessions;
  }
}
