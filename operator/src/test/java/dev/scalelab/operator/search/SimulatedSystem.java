package dev.scalelab.operator.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A system with a planted capacity: its response time rises as 1 / (1 - utilization), each round's
 * servers differ by 3 %, and each window has noise that falls with its length.
 */
public final class SimulatedSystem {
  private static final double ROUND_NOISE = 0.03;
  private static final double WINDOW_SECONDS = 45;
  private static final double SHORT_SECONDS = 15;

  private final Random random;
  private final double capacity;
  private final double utilization;
  private final double noise;
  private final double disturbed;
  private double ofRound;

  /**
   * @param capacity the load at which the response time reaches its limit
   * @param utilization of the busiest resource at that load: 0.9 is a steep objective
   * @param noise standard deviation of the excess in a whole window
   * @param disturbed fraction of the windows in which responses take 65 % longer
   */
  public SimulatedSystem(
      long seed, double capacity, double utilization, double noise, double disturbed) {
    this.random = new Random(seed);
    this.capacity = capacity;
    this.utilization = utilization;
    this.noise = noise;
    this.disturbed = disturbed;
    this.ofRound = capacity;
  }

  /** Other servers: the next round. */
  void restart() {
    ofRound = capacity * Math.exp(ROUND_NOISE * random.nextGaussian());
  }

  private SearchStep measure(double level, boolean whole) {
    double seconds = whole ? WINDOW_SECONDS : SHORT_SECONDS;
    double busy = utilization * level / ofRound;
    double excess = busy >= 1 ? 1 : Math.log((1 - utilization) / (1 - busy));
    excess += noise * Math.sqrt(WINDOW_SECONDS / seconds) * random.nextGaussian();
    if (random.nextDouble() < disturbed) {
      excess += 0.5;
    }
    // A probe sees the cost of a transaction within 15 %.
    double bound = ofRound / utilization * Math.exp(0.15 * random.nextGaussian());
    return new SearchStep(level, excess, seconds, whole, bound);
  }

  /**
   * A search of one round.
   *
   * @param steps its steps are added to these
   */
  public SearchOutcome search(SearchRange range, SearchStart start, List<SearchStep> steps) {
    restart();
    List<SearchStep> round = new ArrayList<>();
    while (true) {
      CapacitySearch.Next next = CapacitySearch.next(range, start, round);
      if (next instanceof CapacitySearch.Done done) {
        steps.addAll(round);
        return done.outcome();
      }
      CapacitySearch.Measure measure = (CapacitySearch.Measure) next;
      round.add(measure(measure.level(), measure.whole()));
      if (measure.overload() != null) {
        SearchStep above = measure(measure.overload(), true);
        boolean failed = above.excess() > 0;
        round.add(
            new SearchStep(
                above.level(), above.excess(), above.seconds(), failed, above.boundLevel()));
      }
    }
  }

  /**
   * The capacities that several rounds find; a later one begins where those before it ended.
   *
   * @param steps their steps are added to these
   */
  List<Double> search(SearchRange range, SearchStart first, int rounds, List<SearchStep> steps) {
    List<Double> found = new ArrayList<>();
    SearchStart start = first;
    while (found.size() < rounds) {
      found.add(search(range, start, steps).level());
      double logs = found.stream().mapToDouble(Math::log).average().orElseThrow();
      start = SearchStart.measured(Math.exp(logs), range.tolerance());
    }
    return found;
  }
}
