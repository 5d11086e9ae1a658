package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Reads that may take long, as those of logs and of Prometheus, outside the reconciler's threads: a
 * reconciliation that asks goes on without the answer. It is woken if the answer is a new one, and
 * else gets it when it asks the next time.
 */
public final class SlowReads {
  private final Executor executor;
  private final Listener listener;

  private final Map<String, Reading<?>> readings = RecentlySeen.map();

  /**
   * @param executor reads; one that reads at once gives the answer at once
   * @param listener is called for each new answer
   */
  public SlowReads(Executor executor, Listener listener) {
    this.executor = executor;
    this.listener = listener;
  }

  /** Is called when an experiment should ask again. */
  @FunctionalInterface
  public interface Listener {
    /** Called by a thread that reads. */
    void answered(String namespace, String experiment);
  }

  /**
   * The answer to a question that was asked before; empty while there is none.
   *
   * @param kind of each kind an experiment has one question at a time
   * @param question an answer to another question is not used
   * @throws RuntimeException that the reading threw
   */
  public <T> Optional<T> read(
      HasMetadata experiment, String kind, Object question, Supplier<T> how) {
    Reading<T> reading = reading(experiment, kind, question);
    return reading.next(() -> start(experiment, reading, how));
  }

  @SuppressWarnings("unchecked") // each kind has answers of one class
  private <T> Reading<T> reading(HasMetadata experiment, String kind, Object question) {
    return (Reading<T>)
        readings.compute(
            key(experiment, kind),
            (k, found) ->
                found != null && found.question.equals(question) ? found : new Reading<>(question));
  }

  private <T> CompletableFuture<T> start(
      HasMetadata experiment, Reading<T> reading, Supplier<T> how) {
    CompletableFuture<T> answer = CompletableFuture.supplyAsync(() -> reading.begin(how), executor);
    answer.whenComplete(
        (now, failure) -> {
          if (failure instanceof CancellationException) {
            return; // nobody waits for it
          }
          if (failure != null || reading.isNew(now)) {
            listener.answered(
                experiment.getMetadata().getNamespace(), experiment.getMetadata().getName());
          }
        });
    return answer;
  }

  /**
   * The last answer to a question, which is read again meanwhile; empty until there is one.
   *
   * @throws RuntimeException that the reading threw
   */
  public <T> Optional<T> latest(
      HasMetadata experiment, String kind, Object question, Supplier<T> how) {
    Reading<T> reading = reading(experiment, kind, question);
    Optional<T> now = reading.next(() -> start(experiment, reading, how));
    return now.isPresent() ? now : Optional.ofNullable(reading.last);
  }

  /** An experiment was deleted. */
  public void forget(HasMetadata experiment) {
    synchronized (readings) {
      readings.keySet().removeIf(key -> key.startsWith(key(experiment, "")));
    }
  }

  /**
   * Waits until nothing of this kind is being read, and drops the answer. What has not begun is not
   * read.
   */
  public void settle(HasMetadata experiment, String kind) {
    Reading<?> reading = readings.remove(key(experiment, kind));
    if (reading != null) {
      reading.settle();
    }
  }

  private static String key(HasMetadata experiment, String kind) {
    return experiment.getMetadata().getUid() + " " + kind;
  }

  /** One question, read repeatedly. */
  private static final class Reading<T> {
    private final Object question;
    private CompletableFuture<T> current;
    private volatile T last;
    private boolean woken;

    /** Whether the current reading has begun, or will not. */
    private final AtomicBoolean decided = new AtomicBoolean();

    /** That of the last reading; null if it gave an answer. */
    private RuntimeException failure;

    Reading(Object question) {
      this.question = question;
    }

    boolean isNew(T answer) {
      return !Objects.equals(answer, last);
    }

    /**
     * Who is not woken, but looks by itself, also lets it be read once more. A failure is one until
     * there is an answer, since whoever asks counts those in a row.
     */
    synchronized Optional<T> next(Supplier<CompletableFuture<T>> start) {
      Optional<T> before = taken();
      if (before.isPresent() && woken) {
        return before;
      }
      if (current == null) {
        decided.set(false);
        current = start.get();
      }
      Optional<T> now = taken();
      if (failure != null) {
        throw failure;
      }
      return now.isPresent() ? now : before;
    }

    private Optional<T> taken() {
      if (current == null || !current.isDone()) {
        return Optional.empty();
      }
      CompletableFuture<T> done = current;
      current = null;
      T answer;
      try {
        answer = answer(done);
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
      failure = null;
      woken = isNew(answer);
      last = answer;
      return Optional.of(answer);
    }

    private static <T> T answer(CompletableFuture<T> done) {
      try {
        return done.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }

    T begin(Supplier<T> how) {
      if (!decided.compareAndSet(false, true)) {
        throw new CancellationException();
      }
      return how.get();
    }

    synchronized void settle() {
      if (current != null && decided.compareAndSet(false, true)) {
        current.cancel(false);
      }
      if (current != null) {
        try {
          current.join();
        } catch (CompletionException | CancellationException e) {
          // Whoever reads next gets it too.
        }
      }
    }
  }
}
