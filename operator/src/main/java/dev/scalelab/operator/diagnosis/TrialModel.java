package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.analysis.Intervals;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PredictedStep;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.QueueingModelBuilder;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The queueing model of a trial: fitted to the loads that leave every CPU mostly idle, and compared
 * with the others.
 */
final class TrialModel {
  /** Above this utilization nothing is fitted, so there the model is tested. */
  static final double FITTED = 0.7;

  /** A step in which a larger part of the transactions fails is overloaded. */
  private static final double MOST_FAILED = 0.01;

  /** As of users who think, or of a Poisson process. */
  static final double RANDOM = 1;

  /** At regular intervals, which become a little irregular on their way to a server. */
  static final double EVEN = 0.2;

  private static final int MAX_USERS = 2000;

  private final List<List<MeasuredStep>> rounds;
  private final int servers;
  private final double arrivals;
  private final List<Level> levels;

  private TrialModel(List<List<MeasuredStep>> rounds, int servers, double arrivals) {
    this.rounds = rounds;
    this.arrivals = arrivals;
    this.servers = servers;
    this.levels = Level.of(rounds);
  }

  /**
   * The model of this number of servers, from the steps of each round.
   *
   * @param arrivals squared coefficient of variation of the time between arrivals
   */
  static QueueingModel of(List<List<MeasuredStep>> rounds, int servers, double arrivals) {
    return new TrialModel(rounds, servers, arrivals).model();
  }

  private QueueingModel model() {
    if (levels.isEmpty()
        || levels.get(0).figures().wholeCpu(Place.of(Resource.APPLICATION_CPU)) == null) {
      return refused(ModelReason.FIGURES_MISSING);
    }
    int fitted = 0;
    boolean tooMany = false;
    for (Level level : levels) {
      fitted += isFitted(level) ? 1 : 0;
      tooMany |= users(level) && level.target().users() > MAX_USERS;
    }
    if (fitted < 2 || !isFitted(levels.get(0))) {
      return refused(ModelReason.TOO_FEW_STEPS);
    }
    if (tooMany) {
      return refused(ModelReason.TOO_MANY_USERS);
    }
    Map<Place, Estimate> demands = demands();
    FittedNetwork network = FittedNetwork.of(levels, demands, servers, arrivals);
    List<PredictedStep> steps = network.predict(levels);
    QueueingModelBuilder model =
        QueueingModelBuilder.builder()
            .demands(rows(demands))
            .slots(FittedSlots.of(levels.get(0).figures(), servers, network.databaseSeconds()))
            .delayMillis(Rounding.two(1000 * network.delaySeconds()))
            .thinkMillis(users(levels.get(0)) ? Rounding.two(1000 * network.thinkSeconds()) : null)
            .requestsEach(each(MeasuredStep::requests))
            .ordersEach(each(MeasuredStep::orders))
            .steps(steps.subList(Math.max(0, steps.size() - QueueingModel.MAX_STEPS), steps.size()))
            .percentiles(Percentiles95.of(levels));
    return tested(model, steps);
  }

  private static QueueingModel refused(ModelReason reason) {
    return QueueingModelBuilder.builder().reason(reason).build();
  }

  private static boolean users(Level level) {
    return level.target().users() != null;
  }

  private static boolean isFitted(Level level) {
    return level.figures().maxUtilization() <= FITTED;
  }

  /** The demand of each tier, from each round by itself. */
  private Map<Place, Estimate> demands() {
    List<List<StepFigures>> figures = MeasuredStep.ofEach(rounds);
    List<Cpu> cpus = levels.get(0).figures().cpus();
    Map<Place, Estimate> demands = new LinkedHashMap<>(2 * cpus.size());
    for (Cpu cpu : cpus) {
      Place tier = cpu.place();
      List<Double> logs = new ArrayList<>(rounds.size());
      for (List<StepFigures> steps : figures) {
        double demand = Demand.seconds(steps, tier);
        if (!Double.isNaN(demand)) {
          logs.add(Math.log(demand));
        }
      }
      demands.put(tier, logs.isEmpty() ? byLowest(tier) : estimate(logs));
    }
    return demands;
  }

  private static Estimate estimate(List<Double> logs) {
    return Intervals.of(logs)
        .map(interval -> new Estimate(interval.value(), interval.low(), interval.high()))
        .orElseGet(() -> new Estimate(Math.exp(logs.get(0)), null, null));
  }

  /** A tier that hardly works, or is full early, has no line: all that it used is counted. */
  private Estimate byLowest(Place tier) {
    StepFigures lowest = levels.get(0).figures();
    return new Estimate(lowest.wholeCpu(tier).cores() / lowest.perSecond(), null, null);
  }

  private List<ServiceDemand> rows(Map<Place, Estimate> demands) {
    List<Cpu> cpus = levels.get(0).figures().cpus();
    List<ServiceDemand> rows = new ArrayList<>(cpus.size());
    for (Cpu cpu : cpus.subList(0, Math.min(QueueingModel.MAX_DEMANDS, cpus.size()))) {
      Place tier = cpu.place();
      boolean each = tier.resource() == Resource.APPLICATION_CPU;
      rows.add(
          new ServiceDemand(
              tier.resource().label(),
              tier.database(),
              millis(demands.get(tier)),
              Rounding.three(each ? cpu.limitCores() / servers : cpu.limitCores())));
    }
    return rows;
  }

  private static Estimate millis(Estimate seconds) {
    return new Estimate(
        Rounding.significant(1000 * seconds.value()),
        seconds.low() == null ? null : (Double) Rounding.significant(1000 * seconds.low()),
        seconds.high() == null ? null : (Double) Rounding.significant(1000 * seconds.high()));
  }

  /**
   * A count for each completed transaction; null if a step does not have it. Overloaded ones also
   * count what transactions did before they failed.
   */
  private Double each(Function<MeasuredStep, Long> count) {
    long sum = 0;
    long completed = 0;
    for (List<MeasuredStep> round : rounds) {
      for (MeasuredStep step : round) {
        if (isOverloaded(step.figures())) {
          continue;
        }
        Long counted = count.apply(step);
        if (counted == null) {
          return null;
        }
        sum += counted;
        completed += step.step().counts().completed();
      }
    }
    return completed == 0 ? null : (Double) Rounding.three((double) sum / completed);
  }

  private static boolean isOverloaded(StepFigures step) {
    return step.maxUtilization() > FITTED
        || step.failedPerSecond() > MOST_FAILED * step.endedPerSecond();
  }

  /** Compared with the loads that it was not fitted to. */
  private QueueingModel tested(QueueingModelBuilder model, List<PredictedStep> steps) {
    List<PredictedStep> others = new ArrayList<>(steps.size());
    for (int i = 0; i < levels.size(); i++) {
      if (!isFitted(levels.get(i))) {
        others.add(steps.get(i));
      }
    }
    if (others.isEmpty()) {
      return model.reason(ModelReason.NOT_TESTED).build();
    }
    Prediction errors = Prediction.of(others);
    return model
        .throughputErrorPercent(Rounding.two(errors.throughputPercent()))
        .responseErrorPercent(
            errors.responsePercent() == null
                ? null
                : (Double) Rounding.two(errors.responsePercent()))
        .reason(errors.reason())
        .build();
  }
}
