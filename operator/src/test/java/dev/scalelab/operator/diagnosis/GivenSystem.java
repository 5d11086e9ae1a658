package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Two steps of a system with a database where nothing is at its limit: 20 and then 60 transactions
 * per second. Tests change in the second what limits it.
 */
final class GivenSystem {
  static final Place APPLICATION = Place.of(Resource.APPLICATION_CPU);
  static final Place DATABASE = Place.of(Resource.DATABASE_CPU);
  static final Place BALANCER = Place.of(Resource.BALANCER_CPU);
  static final Place POOL = Place.of(Resource.APPLICATION_JDBC_POOL);
  static final Place BEANS = Place.of(Resource.APPLICATION_BEAN_POOL);
  static final Place BEAN_THREADS = Place.of(Resource.APPLICATION_BEAN_THREADS);
  static final Place THREADS = Place.of(Resource.APPLICATION_WEB_THREADS);
  static final Place REQUESTS = Place.of(Resource.BALANCER_MAX_REQUESTS);
  static final Place LOCKS = Place.of(Resource.DATABASE_LOCKS);
  static final Place IO = Place.of(Resource.DATABASE_IO);
  static final Place COMMITS = Place.of(Resource.DATABASE_WAL);

  private static final Fields FIELDS = fields("");

  private final List<Cpu> cpus = new ArrayList<>();
  private final List<Slots> slots = new ArrayList<>();
  private final List<Waits> waits = new ArrayList<>();
  final StepFiguresBuilder step = StepFiguresBuilder.builder();

  /** The fields of a system with changes, as YAML, whose databases admit enough connections. */
  static Fields fields(String changes) {
    SystemSpec system =
        Experiments.with(Experiments.small("default"), "system: {" + changes + "}")
            .getSpec()
            .system();
    return new Fields(true, system, 2, size -> List.of(), "the rates");
  }

  /** The diagnosis of ScaleLab's own servers that are all alike. */
  static Bottleneck diagnosis(String name, List<List<StepFigures>> rounds, boolean saturated) {
    return Diagnosis.of(name, FIELDS, rounds, saturated);
  }

  /** The diagnosis of base-4 from three equal rounds, each with little load and a higher one. */
  static Bottleneck diagnosed(double perSecond, Consumer<GivenSystem> change) {
    List<StepFigures> steps = steps(perSecond, change);
    return diagnosis("base-4", List.of(steps, steps, steps), true);
  }

  /** The same, of which one resource must be the limit. */
  static Bottleneck limited(double perSecond, Consumer<GivenSystem> change) {
    Bottleneck found = diagnosed(perSecond, change);
    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.LIMITED);
    return found;
  }

  GivenSystem(double perSecond) {
    step.perSecond(perSecond).meanMillis(40.0).gcPercent(2.0).heapPercent(60.0).hostPercent(50.0);
    cpu(DATABASE, 0.0035 * perSecond, 1);
    cpu(APPLICATION, 0.0085 * perSecond, 1);
    cpu(BALANCER, 0.001 * perSecond, 0.5);
    // 16 ms in the database, 36 in the application altogether.
    slots(POOL, 0.016 * perSecond, 20, 0);
    slots(BEANS, 0.033 * perSecond, 20, 0);
    slots(BEAN_THREADS, 0.034 * perSecond, 24, 0);
    slots(THREADS, 0.036 * perSecond, 32, 0);
    slots(REQUESTS, 0.038 * perSecond, 128, 0);
    waits(LOCKS, 0.0);
    waits(IO, 0.0);
    waits(COMMITS, 0.0);
    servlets(0.036 * perSecond);
  }

  GivenSystem cpu(Place place, double cores, double limit) {
    return cpu(new Cpu(place, cores, limit, 0.0, 100 * cores / limit));
  }

  GivenSystem cpu(Cpu cpu) {
    put(cpu, cpus);
    return this;
  }

  GivenSystem slots(Place place, double inUse, double size, double waiting) {
    return slots(new Slots(place, inUse, size, 1000 * inUse, waiting));
  }

  GivenSystem slots(Slots given) {
    put(given, slots);
    return this;
  }

  GivenSystem waits(Place place, double number) {
    put(new Waits(place, number), waits);
    return this;
  }

  /** In the place of the one before, so that slots stay in their order. */
  private static <T extends Placed> void put(T figure, List<T> figures) {
    T before = Placed.of(figure.place(), figures);
    if (before == null) {
      figures.add(figure);
    } else {
      figures.set(figures.indexOf(before), figure);
    }
  }

  /** Nothing is known of a tier or of slots. */
  GivenSystem without(Place place) {
    cpus.removeIf(cpu -> cpu.place().equals(place));
    slots.removeIf(one -> one.place().equals(place));
    return this;
  }

  /** Connections that execute a statement, on average. */
  GivenSystem active(double number) {
    step.databaseUses(
        List.of(new DatabaseUse(Place.of(Resource.DATABASE_TRANSACTIONS), 1000 * number, null)));
    return this;
  }

  /** Requests in servlets, on average. */
  GivenSystem servlets(double number) {
    step.servletMillis(1000 * number);
    return this;
  }

  StepFigures figures() {
    return step.cpus(cpus).slots(slots).databaseWaits(waits).build();
  }

  static List<StepFigures> steps(double perSecond, Consumer<GivenSystem> change) {
    GivenSystem high = new GivenSystem(perSecond);
    change.accept(high);
    return List.of(new GivenSystem(20).figures(), high.figures());
  }
}
