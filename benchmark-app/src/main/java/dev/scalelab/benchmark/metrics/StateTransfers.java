package dev.scalelab.benchmark.metrics;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.infinispan.Cache;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.DataRehashed;
import org.infinispan.notifications.cachelistener.event.DataRehashedEvent;

/**
 * For how long caches of this server have taken part in state transfers, in which the members of
 * their cluster give each other entries after one has joined or left. Each member is told when such
 * a transfer begins and when all of them have ended it; those of several caches that overlap count
 * once.
 */
@Listener(observation = Listener.Observation.BOTH)
public final class StateTransfers {

  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanoTime;
  private final Set<Cache<?, ?>> followed = new HashSet<>();
  private final Set<String> inProgress = new HashSet<>();
  private long since;
  private long total;

  StateTransfers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Follows a cache that is running; once, however often it is called. */
  synchronized void follow(Cache<?, ?> cache) {
    if (cache.getCacheConfiguration().clustering().cacheMode().isClustered()
        && followed.add(cache)) {
      cache.addListener(this);
    }
  }

  /** Called by Infinispan. */
  @DataRehashed
  public void changed(DataRehashedEvent<?, ?> event) {
    changed(event.getCache().getName(), event.isPre());
  }

  /** One that is replaced by another, since a further member joined or left, goes on. */
  synchronized void changed(String cache, boolean begins) {
    boolean before = !inProgress.isEmpty();
    boolean known = begins ? inProgress.add(cache) : inProgress.remove(cache);
    if (!known) {
      return;
    }
    if (!before) {
      since = nanoTime.getAsLong();
    } else if (inProgress.isEmpty()) {
      total += nanoTime.getAsLong() - since;
    }
  }

  /** All of them so far; it never decreases. */
  synchronized double seconds() {
    long running = inProgress.isEmpty() ? 0 : nanoTime.getAsLong() - since;
    return (total + running) / NANOS_PER_SECOND;
  }
}
