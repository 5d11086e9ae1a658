package dev.scalelab.benchmark.bookstore.infrastructure;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.stream.Stream;

/**
 * Locks for the web sessions of this server: two requests of one session that each read, change and
 * write its state would else lose a change. Sessions are many and locks few; that some share one
 * matters little while nothing is waited for under it.
 */
@ApplicationScoped
public class SessionLocks {

  private static final int LOCKS = 256;

  private final Object[] locks = Stream.generate(Object::new).limit(LOCKS).toArray();

  /** The lock of the session of that id. */
  Object of(String sessionId) {
    return locks[Math.floorMod(sessionId.hashCode(), LOCKS)];
  }
}
