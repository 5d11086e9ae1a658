package dev.scalelab.benchmark.emulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.ObjIntConsumer;

/**
 * Decides on purchase orders: whether they are accepted, and after what time they are delivered.
 *
 * <p>A part takes as long each time, and how long follows from the seed: in each run the same, in
 * whatever order and after whatever others it is ordered. An order is refused by its number, which
 * is drawn, so that a part that was refused can be had the next time. An order that comes again,
 * because its answer was lost, gets the same answer, and is delivered once.
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

  // No two pairs of seed and part begin the same sequence, and neighbours begin unlike ones.
  private int delayMillis(int partId) {
    long chance = (long) settings.seed() << Integer.SIZE | partId;
    return new SplittableRandom(chance)
        .nextInt(settings.minDelayMillis(), settings.maxDelayMillis() + 1);
  }
}
