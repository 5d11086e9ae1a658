package dev.scalelab.benchmark.cells.infrastructure;

import dev.scalelab.benchmark.cells.domain.BeanThreads;
import dev.scalelab.benchmark.cells.domain.BeansBusyException;
import dev.scalelab.benchmark.cells.domain.Done;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * With {@code BEAN_THREADS}, that many threads that only call beans, while the thread of each
 * request waits for one of them; otherwise the threads of the requests.
 */
@ApplicationScoped
@Typed({BeanThreads.class, LimitedBeanThreads.class})
public class LimitedBeanThreads implements BeanThreads {

  /** JNDI name of the pool, as in server.cli. */
  private static final String POOL = "java:jboss/ee/concurrency/executor/beans";

  private final LongAdder busyNanos = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();

  private ExecutorService threads;

  // Looked up, not injected: without the setting there is no pool.
  @PostConstruct
  void find() {
    if (areLimited()) {
      try {
        threads = InitialContext.doLookup(POOL);
      } catch (NamingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Whether beans have threads of their own. */
  boolean areLimited() {
    return !System.getenv().getOrDefault("BEAN_THREADS", "").isEmpty();
  }

  @Override
  public Done run(Supplier<Done> call) {
    return threads == null ? call.get() : result(submit(call));
  }

  private Future<Done> submit(Supplier<Done> call) {
    long submitted = System.nanoTime();
    try {
      return threads.submit(() -> timed(call, submitted));
    } catch (RejectedExecutionException e) {
      throw new BeansBusyException();
    }
  }

  private Done timed(Supplier<Done> call, long submitted) {
    long begun = System.nanoTime();
    waitedNanos.add(begun - submitted);
    try {
      return call.get();
    } finally {
      busyNanos.add(System.nanoTime() - begun);
    }
  }

  private static Done result(Future<Done> call) {
    try {
      return call.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the request ended while it waited for a bean", e);
    }
  }

  /** Time for which the threads were in use, of the calls that have ended; never decreases. */
  double busySeconds() {
    return seconds(busyNanos);
  }

  /** Time for which calls waited for a thread; never decreases. */
  double waitedSeconds() {
    return seconds(waitedNanos);
  }

  private static double seconds(LongAdder nanos) {
    return nanos.doubleValue() / TimeUnit.SECONDS.toNanos(1);
  }
}
