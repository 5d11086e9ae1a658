package dev.scalelab.operator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Whatever goes wrong, experiments end with a reason, no step is lost or counted twice, and nothing
 * is left behind: 300 schedules of what may go wrong, each from a seed, or -Dsimulation.schedules=N
 * from -Dsimulation.first on. One is run again by -Dsimulation.seed=N; docs/contributing.md has how
 * to read it.
 */
@Tag("simulation")
class SimulationTest {
  /** Number of schedules. */
  private static final String SCHEDULES = "simulation.schedules";

  /** The first of their seeds, which follow each other. */
  private static final String FIRST = "simulation.first";

  /** Seed of the only schedule to run. */
  private static final String SEED = "simulation.seed";

  /** Of no more schedules the shortest list of faults is looked for, and the writes are shown. */
  private static final int MAX_SHOWN = 5;

  @RegisterExtension static final SimulatedTime time = new SimulatedTime();

  /** Ten thousand take an hour of a core, with Java's second compiler. */
  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void nothingThatGoesWrongLosesAnExperiment() {
    Map<Fault.Kind, Integer> happened = new EnumMap<>(Fault.Kind.class);
    List<String> failures = new ArrayList<>();
    long[] seeds = seeds();
    int failed = 0;
    System.out.printf("seeds %d to %d%n", seeds[0], seeds[seeds.length - 1]);
    long begin = System.nanoTime();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    for (long seed : seeds) {
      Run run = Run.of(seed);
      run.happened().forEach((kind, times) -> happened.merge(kind, times, Integer::sum));
      if (!run.problems().isEmpty()) {
        failed++;
        System.out.printf("seed %d: %s%n", seed, String.join("; ", run.problems()));
      }
      if (!run.problems().isEmpty() && failures.size() < MAX_SHOWN) {
        failures.add(run.shortest().report());
      }
      if (seeds.length == 1) {
        System.out.println(run.report());
      }
    }
    System.out.printf(
        "%d schedules in %.1f s, %.1f s of a core; faults: %s%n",
        seeds.length,
        (System.nanoTime() - begin) / 1e9,
        (threads.getCurrentThreadCpuTime() - cpu) / 1e9,
        happened);
    assertThat(failures)
        .as("%d schedules, the first %d of them in full", failed, failures.size())
        .isEmpty();
  }

  private static long[] seeds() {
    Long only = Long.getLong(SEED);
    long first = Long.getLong(FIRST, 0);
    return only != null
        ? new long[] {only}
        : LongStream.range(first, first + Integer.getInteger(SCHEDULES, 300)).toArray();
  }

  @Test
  void aSeedAlwaysGivesTheSameSchedule() {
    assertThat(Run.of(3).trace()).isNotEmpty().isEqualTo(Run.of(3).trace());
  }
}
