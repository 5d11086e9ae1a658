package dev.scalelab.operator.diagnosis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * A system of three tiers, simulated event by event: users think, pass the balancer, wait for a
 * request slot there and for a web thread, compute, take a connection, use the database's CPU, wait
 * for its disk and for a lock, and compute again. CPU is shared among all who need it.
 *
 * @param design demands in seconds, and sizes
 */
record SimulatedSystem(Design design) {
  private static final int WARM_UP = 300;
  private static final int MEASURED = 2500;

  /**
   * What the system is made of.
   *
   * @param cpuSeconds demand of each tier for one transaction
   * @param cores limit of each tier
   * @param sizes number of slots of each kind; lock is one
   */
  record Design(
      double thinkSeconds,
      Map<Resource, Double> cpuSeconds,
      Map<Resource, Double> cores,
      Map<Resource, Integer> sizes,
      double diskSeconds,
      double lockSeconds) {}

  /** The figures of a step with that many users. */
  StepFigures measure(int users, Random random) {
    return new Run(users, random).figures();
  }

  private enum Stage {
    BALANCER,
    BALANCER_SLOT,
    THREAD,
    BEFORE,
    CONNECTION,
    DATABASE,
    DISK,
    LOCK,
    LOCKED,
    AFTER,
    DONE
  }

  private static final class Job {
    private double began;
    private Stage stage = Stage.DONE;
  }

  private record Due(double at, Job job) {}

  /** Processor sharing in virtual time: all jobs advance at the same speed of at most one core. */
  private static final class Processor {
    private final double cores;
    private final PriorityQueue<Due> jobs = new PriorityQueue<>(Comparator.comparing(Due::at));
    private double virtual;
    private double busy;

    Processor(double cores) {
      this.cores = cores;
    }

    double speed() {
      return Math.min(1, cores / jobs.size());
    }

    double next() {
      return jobs.isEmpty()
          ? Double.POSITIVE_INFINITY
          : Math.max(0, (jobs.peek().at() - virtual) / speed());
    }

    void advance(double seconds) {
      if (!jobs.isEmpty()) {
        virtual += seconds * speed();
        busy += seconds * Math.min(cores, jobs.size());
      }
    }
  }

  private static final class Pool {
    private final int size;
    private final Deque<Job> waiting = new ArrayDeque<>();
    private int inUse;
    private double used;
    private double waited;

    Pool(int size) {
      this.size = size;
    }

    void advance(double seconds) {
      used += seconds * inUse;
      waited += seconds * waiting.size();
    }
  }

  private final class Run {
    private final Random random;
    private final Map<Resource, Processor> processors = new LinkedHashMap<>();
    private final Map<Resource, Pool> pools = new LinkedHashMap<>();
    private final PriorityQueue<Due> delays = new PriorityQueue<>(Comparator.comparing(Due::at));
    private double now;
    private double started;
    private double responseSeconds;
    private int completed;

    Run(int users, Random random) {
      this.random = random;
      design.cores().forEach((tier, cores) -> processors.put(tier, new Processor(cores)));
      design.sizes().forEach((slots, size) -> pools.put(slots, new Pool(size)));
      pools.put(Resource.DATABASE_LOCKS, new Pool(1));
      for (int i = 0; i < users; i++) {
        delay(new Job(), design.thinkSeconds());
      }
      while (completed < WARM_UP + MEASURED) {
        step();
      }
    }

    private double exponential(double mean) {
      return -mean * Math.log(1 - random.nextDouble());
    }

    private void delay(Job job, double mean) {
      delays.add(new Due(now + exponential(mean), job));
    }

    private void step() {
      double next = delays.isEmpty() ? Double.POSITIVE_INFINITY : delays.peek().at() - now;
      Processor first = null;
      for (Processor processor : processors.values()) {
        if (processor.next() < next) {
          next = processor.next();
          first = processor;
        }
      }
      now += next;
      for (Processor processor : processors.values()) {
        processor.advance(next);
      }
      for (Pool pool : pools.values()) {
        pool.advance(next);
      }
      move((first == null ? delays : first.jobs).poll().job());
    }

    /** A job has left a stage. */
    private void move(Job job) {
      switch (job.stage) {
        case DONE -> {
          job.began = now;
          compute(job, Stage.BALANCER, Resource.BALANCER_CPU, 1);
        }
        case BALANCER -> take(job, Stage.BALANCER_SLOT, Resource.BALANCER_MAX_REQUESTS);
        case BALANCER_SLOT -> take(job, Stage.THREAD, Resource.APPLICATION_WEB_THREADS);
        case THREAD -> compute(job, Stage.BEFORE, Resource.APPLICATION_CPU, 0.5);
        case BEFORE -> take(job, Stage.CONNECTION, Resource.APPLICATION_JDBC_POOL);
        case CONNECTION -> compute(job, Stage.DATABASE, Resource.DATABASE_CPU, 1);
        case DATABASE -> {
          job.stage = Stage.DISK;
          delay(job, design.diskSeconds());
        }
        case DISK -> take(job, Stage.LOCK, Resource.DATABASE_LOCKS);
        case LOCK -> {
          job.stage = Stage.LOCKED;
          delay(job, design.lockSeconds());
        }
        case LOCKED -> {
          give(Resource.DATABASE_LOCKS);
          give(Resource.APPLICATION_JDBC_POOL);
          compute(job, Stage.AFTER, Resource.APPLICATION_CPU, 0.5);
        }
        case AFTER -> {
          give(Resource.APPLICATION_WEB_THREADS);
          give(Resource.BALANCER_MAX_REQUESTS);
          done(job);
        }
      }
    }

    private void done(Job job) {
      job.stage = Stage.DONE;
      completed++;
      responseSeconds += now - job.began;
      if (completed == WARM_UP) {
        started = now;
        responseSeconds = 0;
        processors.values().forEach(processor -> processor.busy = 0);
        pools.values().forEach(pool -> pool.used = pool.waited = 0);
      }
      delay(job, design.thinkSeconds());
    }

    private void compute(Job job, Stage stage, Resource tier, double part) {
      job.stage = stage;
      Processor processor = processors.get(tier);
      double seconds = exponential(part * design.cpuSeconds().get(tier));
      processor.jobs.add(new Due(processor.virtual + seconds, job));
    }

    private void take(Job job, Stage stage, Resource slots) {
      job.stage = stage;
      Pool pool = pools.get(slots);
      if (pool.inUse < pool.size) {
        pool.inUse++;
        move(job);
      } else {
        pool.waiting.add(job);
      }
    }

    private void give(Resource slots) {
      Pool pool = pools.get(slots);
      Job next = pool.waiting.poll();
      if (next == null) {
        pool.inUse--;
      } else {
        move(next);
      }
    }

    StepFigures figures() {
      double seconds = now - started;
      List<Cpu> cpus = new ArrayList<>();
      processors.forEach(
          (tier, processor) ->
              cpus.add(
                  new Cpu(Place.of(tier), processor.busy / seconds, processor.cores, null, null)));
      List<Slots> slots = new ArrayList<>();
      new TreeMap<>(design.sizes())
          .forEach(
              (kind, size) -> {
                Pool pool = pools.get(kind);
                slots.add(
                    new Slots(
                        Place.of(kind), pool.used / seconds, size, null, pool.waited / seconds));
              });
      // A servlet's time begins when a thread takes the request.
      double servlets = pools.get(Resource.APPLICATION_WEB_THREADS).used / seconds;
      return StepFiguresBuilder.builder()
          .perSecond(MEASURED / seconds)
          .meanMillis(1000 * responseSeconds / MEASURED)
          .cpus(cpus)
          .slots(slots)
          .databaseWaits(
              List.of(
                  new Waits(
                      Place.of(Resource.DATABASE_LOCKS),
                      pools.get(Resource.DATABASE_LOCKS).waited / seconds)))
          .servletMillis(1000 * servlets)
          .gcPercent(2.0)
          .heapPercent(60.0)
          .hostPercent(70.0)
          .build();
    }
  }
}
