package dev.scalelab.benchmark.emulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.ObjIntConsumer;

/**
 * Decides on purchase orders: whether they are accepted, and after what time they are delivered.
 *
 * <p>The decisions are a sequence that follows from the seed. An order that comes again, because
 * its answer was lost, gets the same answer, and is delivered once.
 */
final class Suppliers {

  // Enough for hours; a bound, so that the memory has one.
  private static final int REMEMBERED = 100_000;

  /** What a supplier says. */
  enum Answer {
    ACCEPTED,
    REFUSED
  }

  private final Settings settings;
  private final Counts counts;
  private final ObjIntConsumer<UUID> deliver;
  private final SplittableRandom random;
  private final Map<UUID, Answer> answers =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Answer> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Suppliers that hand what they accept to a forwarder, with the delay in milliseconds. */
  Suppliers(Settings settings, Counts counts, ObjIntConsumer<UUID> deliver) {
    this.settings = settings;
    this.counts = counts;
    this.deliver = deliver;
    this.random = new SplittableRandom(settings.seed());
  }

  /** Answers a purchase order. */
  synchronized Answer order(UUID number) {
    Answer before = answers.get(number);
    if (before != null) {
      counts.repeated.increment();
      return before;
    }
    // Both are drawn each time, so that a change of the one leaves the other's sequence alone.
    boolean refused = random.nextInt(100) < settings.refusedPercent();
    int delay = random.nextInt(settings.leastDelayMillis(), settings.mostDelayMillis() + 1);
    Answer answer = refused ? Answer.REFUSED : Answer.ACCEPTED;
    answers.put(number, answer);
    if (refused) {
      counts.refused.increment();
    } else {
      counts.accepted.increment();
      deliver.accept(number, delay);
    }
    return answer;
  }
}
