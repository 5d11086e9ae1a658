package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PredictedStep;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TransactionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Models of simulated systems, whose demands and behaviour under any load are known. */
class TrialModelTest {
  private static final Map<Resource, Double> CPU_SECONDS =
      Map.of(
          Resource.BALANCER_CPU, 0.001,
          Resource.APPLICATION_CPU, 0.02,
          Resource.DATABASE_CPU, 0.008);

  private static final SimulatedSystem APPLICATION_LIMITED = system(20, 0);

  @Test
  void whatAClosedLoadWillDoIsPredictedFromItsFirstSteps() {
    QueueingModel model =
        TrialModel.of(rounds(APPLICATION_LIMITED, 4, 8, 16, 40, 60), 1, TrialModel.RANDOM);

    assertThat(model.reason()).isNull();
    assertThat(Math.abs(model.throughputErrorPercent())).isLessThan(5);
    assertThat(Math.abs(model.responseErrorPercent())).isLessThan(10);
    PredictedStep last = model.steps().get(4);
    assertThat(last.users()).isEqualTo(60);
    assertThat(last.predictedPerSecond()).isCloseTo(50, withinPercentage(5));
    assertThat(last.predictedMillis()).isCloseTo(last.meanMillis(), withinPercentage(10));
    assertThat(model.thinkMillis()).isCloseTo(500, withinPercentage(5));
    assertThat(model.delayMillis()).as("time on the disk").isCloseTo(20, within(5.0));
  }

  @Test
  void demandsAreMeasuredWithTheirIntervals() {
    QueueingModel model =
        TrialModel.of(rounds(APPLICATION_LIMITED, 4, 8, 16, 40, 60), 1, TrialModel.RANDOM);

    for (ServiceDemand demand : model.demands()) {
      Resource tier = Resource.valueOf(demand.tier().toUpperCase(java.util.Locale.ROOT) + "_CPU");
      Estimate millis = demand.millis();
      assertThat(1000 * CPU_SECONDS.get(tier))
          .as(demand.tier())
          .isBetween(millis.low(), millis.high());
      assertThat(millis.value()).isCloseTo(1000 * CPU_SECONDS.get(tier), withinPercentage(8));
    }
    assertThat(model.demands()).extracting(ServiceDemand::cores).contains(1.0, 0.5);
    assertThat(model.requestsEach()).isEqualTo(4);
    assertThat(model.ordersEach()).isEqualTo(0.5);
  }

  /** Transactions that fail, without much CPU, have sent requests that no completed one did. */
  @Test
  void requestsOfTransactionsThatFailAreNotThoseOfOthers() {
    List<MeasuredStep> steps =
        new ArrayList<>(DoubleStream.of(20, 40).mapToObj(TrialModelTest::open).toList());
    MeasuredStep failing = open(60);
    steps.add(
        new MeasuredStep(
            failing
                .step()
                .withCounts(new StepCounts(null, null, null, 120L, 3480L, 12000L, null, null)),
            failing.figures().with(all -> all.perSecond(2).failedPerSecond(58))));
    MeasuredStep full = open(100);
    steps.add(
        new MeasuredStep(
            full.step().withCounts(new StepCounts(null, null, null, 6000L, 0L, 60000L, null, null)),
            full.figures()));

    QueueingModel model = TrialModel.of(List.of(steps, steps), 2, TrialModel.RANDOM);

    assertThat(model.requestsEach()).isEqualTo(4);
  }

  /** A connection that is held for 28 ms: 36 transactions a second, whatever the CPU could. */
  @Test
  void aSmallPoolIsPartOfTheModel() {
    SimulatedSystem pooled = system(1, 0);
    QueueingModel model = TrialModel.of(rounds(pooled, 4, 8, 14, 40), 1, TrialModel.RANDOM);

    assertThat(model.steps().get(3).predictedPerSecond())
        .isCloseTo(model.steps().get(3).perSecond(), withinPercentage(10));
    assertThat(model.steps().get(3).predictedPerSecond())
        .as("below the 50 that the servers' CPU allows")
        .isLessThan(45);
    SlotDemand pool = model.slots().get(0);
    assertThat(pool.name()).as("the tightest first").isEqualTo("JDBC pool");
    assertThat(pool.size()).isEqualTo(1);
    assertThat(pool.boundPerSecond()).isCloseTo(1000 / 28.0, withinPercentage(10));
  }

  @Test
  void theSlotsOfAServerAreThoseOfAllDividedByTheirNumber() {
    StepFigures low =
        GivenSystem.steps(20, high -> {}).get(0); // pool of 20, held for 16 ms; 32 threads for 36
    List<SlotDemand> slots = FittedSlots.of(low, 4, 0.0035);

    assertThat(slots)
        .contains(new SlotDemand("JDBC pool", 16.0, 5.0), new SlotDemand("web threads", 36.0, 8.0))
        .hasSize(5);
    assertThat(slots.get(0).name()).as("the tightest first").isEqualTo("bean pool");
  }

  /** A short use that no sample met is at least the time of the database's CPU. */
  @Test
  void connectionsThatNoSampleMetAreHeldForTheDatabasesTime() {
    GivenSystem low = new GivenSystem(20);
    low.slots(new Slots(GivenSystem.POOL, 0, 20, 0.0, 0.0));

    assertThat(FittedSlots.of(low.figures(), 4, 0.0035))
        .contains(new SlotDemand("JDBC pool", 3.5, 5.0));
  }

  @Test
  void aModelThatIsWrongIsNotUsed() {
    QueueingModel model =
        TrialModel.of(rounds(system(20, 0.04), 2, 3, 5, 40), 1, TrialModel.RANDOM);

    assertThat(model.reason()).as("it knows nothing of a lock").isNotNull();
  }

  @Test
  void ofOneLowLoadNothingIsFitted() {
    assertThat(TrialModel.of(rounds(APPLICATION_LIMITED, 4, 60), 1, TrialModel.RANDOM).reason())
        .isEqualTo(ModelReason.TOO_FEW_STEPS);
    assertThat(TrialModel.of(rounds(APPLICATION_LIMITED, 40, 60), 1, TrialModel.RANDOM).reason())
        .isEqualTo(ModelReason.TOO_FEW_STEPS);
    assertThat(TrialModel.of(List.of(List.of()), 1, TrialModel.RANDOM).reason())
        .isEqualTo(ModelReason.FIGURES_MISSING);
  }

  @Test
  void withoutAHighLoadNothingIsTested() {
    QueueingModel model =
        TrialModel.of(rounds(APPLICATION_LIMITED, 4, 8, 12), 1, TrialModel.RANDOM);

    assertThat(model.reason()).isEqualTo(ModelReason.NOT_TESTED);
    assertThat(model.throughputErrorPercent()).isNull();
    assertThat(model.demands()).as("they are known nevertheless").hasSize(3);
  }

  /** M/D-like arrivals at two servers of half a core with 10 ms, and 2 ms elsewhere. */
  @Test
  void aRateBeyondTheBoundHasNoResponseTime() {
    List<MeasuredStep> steps =
        DoubleStream.of(20, 40, 60, 120).mapToObj(TrialModelTest::open).toList();
    QueueingModel model = TrialModel.of(List.of(steps, steps), 2, TrialModel.RANDOM);

    assertThat(model.steps().get(3).predictedPerSecond()).isCloseTo(100, within(0.1));
    assertThat(model.steps().get(3).predictedMillis()).isNull();
    assertThat(model.thinkMillis()).isNull();
    assertThat(model.throughputErrorPercent()).isCloseTo(0, within(0.1));
    assertThat(model.responseErrorPercent()).as("nothing was compared").isNull();
    assertThat(model.reason()).isEqualTo(ModelReason.NOT_TESTED);
  }

  @Test
  void aRateBelowTheBoundTestsResponseTimes() {
    List<MeasuredStep> steps =
        DoubleStream.of(20, 40, 60, 80, 120).mapToObj(TrialModelTest::open).toList();
    QueueingModel model = TrialModel.of(List.of(steps, steps), 2, TrialModel.RANDOM);

    assertThat(model.responseErrorPercent()).isNotNull();
    assertThat(model.reason()).isNotEqualTo(ModelReason.NOT_TESTED);
  }

  private static MeasuredStep open(double rate) {
    double done = Math.min(rate, 100);
    StepFigures figures =
        StepFiguresBuilder.builder()
            .perSecond(done)
            .meanMillis(rate > 100 ? 9000.0 : 22 + 10 / (1 - rate / 100))
            .cpus(List.of(new Cpu(GivenSystem.APPLICATION, 0.01 * done, 1.0, null, null)))
            .build();
    return new MeasuredStep(step(StepTarget.ofRate(rate), figures), figures);
  }

  private static SimulatedSystem system(int connections, double lockSeconds) {
    return new SimulatedSystem(
        new SimulatedSystem.Design(
            0.5,
            CPU_SECONDS,
            Map.of(
                Resource.BALANCER_CPU, 0.5,
                Resource.APPLICATION_CPU, 1.0,
                Resource.DATABASE_CPU, 1.0),
            Map.of(
                Resource.APPLICATION_JDBC_POOL, connections,
                Resource.APPLICATION_WEB_THREADS, 64,
                Resource.BALANCER_MAX_REQUESTS, 200),
            0.02,
            lockSeconds));
  }

  private static List<List<MeasuredStep>> rounds(SimulatedSystem system, int... users) {
    List<List<MeasuredStep>> rounds = new ArrayList<>();
    Random random = new Random(1);
    for (int round = 0; round < 3; round++) {
      rounds.add(
          IntStream.of(users)
              .mapToObj(
                  number -> {
                    StepFigures figures = system.measure(number, random);
                    return new MeasuredStep(step(StepTarget.ofUsers(number), figures), figures);
                  })
              .toList());
    }
    return rounds;
  }

  private static StepResult step(StepTarget target, StepFigures figures) {
    long completed = Math.round(60 * figures.perSecond() / 2) * 2;
    return StepResult.of(
            1,
            target,
            new StepWindow(null, null, 60.0),
            new StepCounts(null, null, null, completed, 0L, 4 * completed, null, null))
        .responseTimes(
            new ResponseTimes(
                null, null, 3 * figures.meanMillis(), null, null, null, null, figures.meanMillis()))
        .transactions(
            List.of(
                new TransactionResult("newOrder", completed / 2, 0L, null, null, null),
                new TransactionResult("orderStatus", completed / 2, 0L, null, null, null)))
        .build();
  }
}
