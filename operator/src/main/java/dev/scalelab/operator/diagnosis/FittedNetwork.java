package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.PredictedStep;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The network of queues of one configuration. What a transaction with little load takes beyond its
 * CPU is a delay; connections and web threads are places that only some of the users may enter.
 *
 * @param inside stations that are used while a connection is held: the databases
 * @param outside the other stations of the servers
 * @param balancer the stations before the servers
 * @param heldSeconds part of the delay while a connection is held
 * @param delaySeconds the whole delay
 * @param thinkSeconds between the transactions of a user; 0 with arrivals at a rate
 * @param connections that may be held at the same time; null if unknown or of several databases
 * @param threads for requests in all servers; null if unknown
 * @param maxUsers the highest number of users
 * @param arrivals squared coefficient of variation of the time between arrivals
 * @param solved the network with any number of users; null with arrivals at a rate
 */
record FittedNetwork(
    List<Station> inside,
    List<Station> outside,
    List<Station> balancer,
    double heldSeconds,
    double delaySeconds,
    double thinkSeconds,
    Integer connections,
    Integer threads,
    int maxUsers,
    double arrivals,
    Convolution solved) {
  /**
   * A network.
   *
   * @param levels the measured loads, the lowest first
   * @param demands CPU seconds that a transaction needs of each tier
   * @param servers number of application servers
   * @param arrivals squared coefficient of variation of the time between arrivals
   */
  static FittedNetwork of(
      List<Level> levels, Map<Place, Estimate> demands, int servers, double arrivals) {
    List<Station> inside = new ArrayList<>(1);
    List<Station> outside = new ArrayList<>(1);
    List<Station> balancer = new ArrayList<>(1);
    StepFigures low = levels.get(0).figures();
    demands.forEach(
        (tier, estimate) -> {
          double demand = estimate.value();
          double cores = low.wholeCpu(tier).limitCores();
          switch (tier.resource()) {
            case DATABASE_CPU -> inside.add(Station.cpu(tier.text(), demand, cores));
            case BALANCER_CPU -> balancer.add(Station.cpu(tier.text(), demand, cores));
            case APPLICATION_CPU ->
                outside.add(Station.cpus(tier.text(), demand, cores / servers, servers));
            default -> outside.add(Station.cpu(tier.text(), demand, cores));
          }
        });
    double response = low.meanMillis() / 1000;
    // With little load; all of a response if the model cannot do even that.
    double served =
        new OpenNetwork(all(inside, outside, balancer), 0, arrivals)
            .responseSeconds(low.perSecond())
            .orElse(response);
    double delay = Math.max(0, response - served);
    Integer users = levels.get(0).target().users();
    Place pool = Place.of(Resource.APPLICATION_JDBC_POOL);
    Place threads = Place.of(Resource.APPLICATION_WEB_THREADS);
    FittedNetwork open =
        new FittedNetwork(
            inside,
            outside,
            balancer,
            held(low, pool, inside, delay),
            delay,
            users == null ? 0 : Math.max(0, users / low.perSecond() - response),
            size(low, pool),
            size(low, threads),
            users == null ? 0 : levels.get(levels.size() - 1).target().users(),
            arrivals,
            null);
    return users == null ? open : open.solve();
  }

  /** A part of the delay, and none of the databases' own time. */
  private static double held(StepFigures low, Place pool, List<Station> inside, double delay) {
    Slots slots = low.slots(pool);
    if (slots == null) {
      return 0;
    }
    double held = low.held(slots, slots.counted()) / 1000;
    return Math.min(delay, Math.max(0, held - served(inside)));
  }

  private static double served(List<Station> stations) {
    double sum = 0;
    for (Station station : stations) {
      sum += OpenNetwork.service(station);
    }
    return sum;
  }

  /** What the databases compute for a transaction, in seconds without waiting. */
  double databaseSeconds() {
    return served(inside);
  }

  private static Integer size(StepFigures low, Place place) {
    Slots slots = low.slots(place);
    return slots == null ? null : (Integer) (int) Math.round(slots.size());
  }

  private static List<Station> all(List<Station> one, List<Station> other, List<Station> third) {
    List<Station> all = new ArrayList<>(one.size() + other.size() + third.size());
    all.addAll(one);
    all.addAll(other);
    all.addAll(third);
    return all;
  }

  /** From the inside out: a limited part becomes one station of the part around it. */
  private FittedNetwork solve() {
    List<Station> inServer = new ArrayList<>(outside);
    double delay = delaySeconds;
    if (limits(connections)) {
      inServer.add(Convolution.of(inside, heldSeconds, 0, connections).asStation("JDBC pool"));
      delay -= heldSeconds;
    } else {
      inServer.addAll(inside);
    }
    List<Station> top = new ArrayList<>(balancer);
    if (limits(threads)) {
      top.add(Convolution.of(inServer, delay, 0, threads).asStation("web threads"));
      delay = 0;
    } else {
      top.addAll(inServer);
    }
    Convolution all = Convolution.of(top, delay, thinkSeconds, maxUsers);
    return new FittedNetwork(
        inside,
        outside,
        balancer,
        heldSeconds,
        delaySeconds,
        thinkSeconds,
        connections,
        threads,
        maxUsers,
        arrivals,
        all);
  }

  private boolean limits(Integer slots) {
    return slots != null && slots < maxUsers && slots > 0;
  }

  /** The measured loads beside their predictions. */
  List<PredictedStep> predict(List<Level> levels) {
    List<PredictedStep> steps = new ArrayList<>(levels.size());
    OpenNetwork all = new OpenNetwork(all(inside, outside, balancer), delaySeconds, arrivals);
    double bound = Math.min(all.bound(), poolBound());
    for (Level level : levels) {
      steps.add(solved == null ? ofRate(level, all, bound) : ofUsers(level));
    }
    return steps;
  }

  private PredictedStep ofUsers(Level level) {
    int users = level.target().users();
    return new PredictedStep(
        users,
        null,
        Rounding.two(level.figures().perSecond()),
        Rounding.two(solved.throughput(users)),
        Rounding.two(level.figures().meanMillis()),
        Rounding.two(1000 * solved.responseSeconds(users)));
  }

  private static PredictedStep ofRate(Level level, OpenNetwork all, double bound) {
    double rate = level.target().perSecond();
    OptionalDouble response = rate < bound ? all.responseSeconds(rate) : OptionalDouble.empty();
    return new PredictedStep(
        null,
        rate,
        Rounding.two(level.figures().perSecond()),
        Rounding.two(Math.min(rate, bound)),
        Rounding.two(level.figures().meanMillis()),
        response.isPresent() ? (Double) Rounding.two(1000 * response.getAsDouble()) : null);
  }

  /** Connections that are held for their time with little load. */
  private double poolBound() {
    double held = heldSeconds + served(inside);
    return connections == null || held <= 0 ? Double.POSITIVE_INFINITY : connections / held;
  }
}
