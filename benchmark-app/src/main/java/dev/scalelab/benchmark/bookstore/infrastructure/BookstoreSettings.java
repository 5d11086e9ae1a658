package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.StateOfSessions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Settings of the book store in this server's environment. */
@ApplicationScoped
public class BookstoreSettings {

  // The server's start script sets the default and validates the value; servers of other workloads
  // have none.
  private final StateOfSessions stateOfSessions =
      StateOfSessions.of(System.getenv().getOrDefault("BOOKSTORE_STATE", "web"));

  /** Where sessions are stored, from {@code BOOKSTORE_STATE}. */
  @Produces
  StateOfSessions stateOfSessions() {
    return stateOfSessions;
  }
}
