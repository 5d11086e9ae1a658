package dev.scalelab.operator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What goes wrong in each schedule: a seed decides. */
final class Schedules {
  private static final List<Fault.Kind> HARMLESS =
      Arrays.stream(Fault.Kind.values()).filter(Fault.Kind::isHarmless).toList();

  private static final List<Fault.Kind> ANY = List.of(Fault.Kind.values());

  private Schedules() {}

  /**
   * The faults of a seed.
   *
   * @param writes number of writes of an operator that nothing disturbs
   * @param length of an experiment that nothing disturbs
   */
  static List<Fault> faults(long seed, int writes, Duration length) {
    Random random = new Random(31 * seed + 7);
    random.nextInt(); // the first numbers of neighbouring seeds are alike
    List<Fault.Kind> kinds = random.nextBoolean() ? HARMLESS : ANY;
    List<Fault> faults = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int number = 0; number < count; number++) {
      Fault.Kind kind = kinds.get(random.nextInt(kinds.size()));
      Duration at = Duration.ofMillis((long) (random.nextDouble() * length.toMillis()));
      int write = 1 + random.nextInt(writes);
      int seconds = kind.minSeconds() + random.nextInt(kind.maxSeconds() - kind.minSeconds() + 1);
      faults.add(
          new Fault(
              kind,
              kind.isOfWrite() ? write : 0,
              at,
              Duration.ofSeconds(seconds),
              random.nextInt(1000)));
    }
    return faults;
  }

  /** Whether the experiment has to end as if none of them had happened. */
  static boolean areHarmless(List<Fault> faults) {
    return faults.stream().allMatch(fault -> fault.kind().isHarmless());
  }
}
