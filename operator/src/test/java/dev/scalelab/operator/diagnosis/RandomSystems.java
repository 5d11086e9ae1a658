package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.diagnosis.SimulatedSystem.Design;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random systems whose limits are known. */
final class RandomSystems {
  /** From the inside out. */
  static final List<Resource> RESOURCES =
      List.of(
          Resource.DATABASE_CPU,
          Resource.DATABASE_LOCKS,
          Resource.APPLICATION_CPU,
          Resource.APPLICATION_JDBC_POOL,
          Resource.APPLICATION_WEB_THREADS,
          Resource.BALANCER_CPU,
          Resource.BALANCER_MAX_REQUESTS);

  private static final double NOISE = 0.02;
  private final Random random;

  RandomSystems(long seed) {
    random = new Random(seed);
  }

  /** A system, the throughput that each resource would allow alone, and the lowest two of them. */
  record Given(Design design, Map<Resource, Double> bounds, Resource first, Resource second) {
    double apart() {
      return bounds.get(second) / bounds.get(first);
    }

    /** Users that just keep the first limit busy. */
    double users() {
      double seconds =
          design.thinkSeconds()
              + design.diskSeconds()
              + design.lockSeconds()
              + design.cpuSeconds().entrySet().stream()
                  .mapToDouble(
                      tier -> tier.getValue() / Math.min(1, design.cores().get(tier.getKey())))
                  .sum();
      return bounds.get(first) * seconds;
    }
  }

  /** A system whose second limit is between min and max times away from the first. */
  Given next(double min, double max) {
    while (true) {
      Given given = draw(min, max);
      if (given != null && given.apart() >= min && given.apart() <= max) {
        return given;
      }
    }
  }

  private double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  private Given draw(double min, double max) {
    Resource first = RESOURCES.get(random.nextInt(RESOURCES.size()));
    Resource second = RESOURCES.get(random.nextInt(RESOURCES.size()));
    double limit = between(20, 100);
    Map<Resource, Double> wished = new EnumMap<>(Resource.class);
    for (Resource resource : RESOURCES) {
      wished.put(resource, limit * between(Math.max(1.5, min), 4));
    }
    wished.put(second, limit * between(min, Math.min(max, 2)));
    wished.put(first, limit);
    Map<Resource, Double> demands = new EnumMap<>(Resource.class);
    demands.put(Resource.DATABASE_CPU, between(0.002, 0.012));
    demands.put(Resource.APPLICATION_CPU, between(0.003, 0.015));
    demands.put(Resource.BALANCER_CPU, between(0.0005, 0.003));
    Map<Resource, Double> cores = new EnumMap<>(Resource.class);
    demands.forEach((tier, seconds) -> cores.put(tier, seconds * wished.get(tier)));
    double lock = 1 / wished.get(Resource.DATABASE_LOCKS);
    double disk = between(0.005, 0.15);
    Map<Resource, Double> bounds = new HashMap<>(wished);
    Map<Resource, Integer> sizes = new EnumMap<>(Resource.class);
    double held = disk + delayed(Resource.DATABASE_CPU, demands, cores, limit);
    held += lock / (1 - Math.min(0.95, limit * lock));
    if (!fits(Resource.APPLICATION_JDBC_POOL, held, wished, sizes, bounds)) {
      return null;
    }
    held += delayed(Resource.APPLICATION_CPU, demands, cores, limit);
    if (!fits(Resource.APPLICATION_WEB_THREADS, held, wished, sizes, bounds)
        || !fits(Resource.BALANCER_MAX_REQUESTS, held, wished, sizes, bounds)) {
      return null;
    }
    List<Resource> order =
        RESOURCES.stream()
            .sorted((one, other) -> Double.compare(bounds.get(one), bounds.get(other)))
            .toList();
    return new Given(
        new Design(between(0.2, 1), demands, cores, sizes, disk, lock),
        bounds,
        order.get(0),
        order.get(1));
  }

  /** Time at a CPU when the system is at its limit. */
  private static double delayed(
      Resource tier, Map<Resource, Double> demands, Map<Resource, Double> cores, double limit) {
    double alone = demands.get(tier) / Math.min(1, cores.get(tier));
    return alone / (1 - Math.min(0.95, limit * demands.get(tier) / cores.get(tier)));
  }

  private static boolean fits(
      Resource slots,
      double held,
      Map<Resource, Double> wished,
      Map<Resource, Integer> sizes,
      Map<Resource, Double> bounds) {
    int size = (int) Math.round(wished.get(slots) * held);
    sizes.put(slots, size);
    bounds.put(slots, size / held);
    return size >= 1;
  }

  /** A measured figure of a true one. */
  private double noisy(double value) {
    return value * (1 + NOISE * random.nextGaussian());
  }

  private Cpu noisy(Cpu cpu) {
    double cores = Math.min(cpu.limitCores(), noisy(cpu.cores()));
    return new Cpu(cpu.place(), cores, cpu.limitCores(), null, null);
  }

  private Slots noisy(Slots slots) {
    double inUse = Math.min(slots.size(), noisy(slots.inUse()));
    return new Slots(slots.place(), inUse, slots.size(), null, noisy(slots.waiting()));
  }

  /** The same step as another round would measure it. */
  StepFigures noisy(StepFigures step) {
    List<Cpu> cpus = step.cpus().stream().map(this::noisy).toList();
    List<Slots> slots = step.slots().stream().map(this::noisy).toList();
    List<Waits> locks =
        step.databaseWaits().stream()
            .map(one -> new Waits(one.place(), noisy(one.number())))
            .toList();
    return step.with(
        all ->
            all.perSecond(noisy(step.perSecond()))
                .meanMillis(noisy(step.meanMillis()))
                .cpus(cpus)
                .slots(slots)
                .databaseWaits(locks)
                .servletMillis(noisy(step.servletMillis())));
  }
}
