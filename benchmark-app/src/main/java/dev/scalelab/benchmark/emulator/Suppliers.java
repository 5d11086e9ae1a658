package dev.scalelab.benchmark.emulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.ObjIntConsumer;

/**
 * Decides whether purchase orders are accepted, and after what time they are delivered.
 *
 * <p>The delay of a part is constant, and computed from the seed: identical in each run,
 * independent of the order in which parts are ordered. Whether an order is refused depends on its
 * number, which is random, so that a refused part may be accepted the next time. An order that is
 * sent again, because its answer was lost, gets the same answer, and is delivered once.
 */
final class Suppliers {

  // Enough for hours; limited, so that memory is bounded.
  private static final int REMEMBERED = 100_000;

  /** A supplier's answer. */
  enum Answer {
    ACCEPTED,
    REFUSED
  }

  private final Settings settings;
  private final Counts counts;
  private final ObjIntConsumer<UUID> deliver;
  private final Map<UUID, Answer> answers =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Answer> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Suppliers that pass accepted orders to this consumer, with the delay in milliseconds. */
  Suppliers(Settings settings, Counts counts, ObjIntConsumer<UUID> deliver) {
    this.settings = settings;
    this.counts = counts;
    this.deliver = deliver;
  }

  /** Answers a purchase order of a part. */
  synchronized Answer order(UUID number, int partId) {
    Answer before = answers.get(number);
    if (before != null) {
      counts.repeated.increment();
      return before;
    }
    Answer answer = isRefused(number) ? Answer.REFUSED : Answer.ACCEPTED;
    answers.put(number, answer);
    if (answer == Answer.REFUSED) {
      counts.refused.increment();
    } else {
      counts.accepted.increment();
      deliver.accept(number, delayMillis(partId));
    }
    return answer;
  }

  private boolean isRefused(UUID number) {
    long chance = number.getMostSignificantBits() ^ number.getLeastSignificantBits();
    return new SplittableRandom(chance ^ settings.seed()).nextInt(100) < settings.refusedPercent();
  }

  // Each pair of seed and part has its own random sequence, and similar pairs have dissimilar ones.
  private int delayMillis(int partId) {
    long chance = (long) settings.seed() << Integer.SIZE | partId;
    return new SplittableRandom(chance)
        .nextInt(settings.minDelayMillis(), settings.maxDelayMillis() + 1);
  }
}
