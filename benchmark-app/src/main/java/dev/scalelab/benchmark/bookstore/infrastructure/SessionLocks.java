package dev.scalelab.benchmark.bookstore.infrastructure;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.stream.Stream;

/**
 * Locks for the web sessions of this server: without them, two requests of the same session that
 * each read, change and write its state could lose a change. There are many sessions and few locks;
 * that some share a lock does not matter as long as no code blocks while holding it.
 */
@ApplicationScoped
public class SessionLocks {

  private static final int LOCKS = 256;

  private final Object[] locks = Stream.generate(Object::new).limit(LOCKS).toArray();

  /** The lock of the session with that id. */
  Object of(String sessionId) {
    return locks[Math.floorMod(sessionId.hashCode(), LOCKS)];
  }
}
