package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.BALANCER;
import static dev.scalelab.operator.diagnosis.GivenSystem.BEANS;
import static dev.scalelab.operator.diagnosis.GivenSystem.BEAN_THREADS;
import static dev.scalelab.operator.diagnosis.GivenSystem.DATABASE;
import static dev.scalelab.operator.diagnosis.GivenSystem.IO;
import static dev.scalelab.operator.diagnosis.GivenSystem.LOCKS;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static dev.scalelab.operator.diagnosis.GivenSystem.REQUESTS;
import static dev.scalelab.operator.diagnosis.GivenSystem.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.TimePart;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The diagnosis of evidence in which one resource is at its limit, or several, or none. */
class DiagnosisTest {

  @Test
  void aDatabaseAtItsCpuLimitMakesConnectionsAndThreadsSymptoms() {
    Bottleneck found = GivenSystem.limited(60, DiagnosisTest::databaseCpu);

    assertThat(found.resource()).isEqualTo("Database/Cpu");
    assertThat(found.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(found.message())
        .isEqualTo(
            "base-4 is limited by database CPU (high confidence): 0.98 of 1.00 cores at 60.0 tx/s, bound"
                + " 61.2; of 317 ms added between 20.0 and 60.0 tx/s to the holding time of the JDBC pool,"
                + " it explains 100 %; next limit: application CPU at 118 tx/s.");
    assertThat(found.recommendation())
        .isEqualTo(
            "raise databases[main].cpu, up to 1.9 times: the next limit is the application CPU at 118 tx/s");
    assertThat(found.candidates())
        .first()
        .isEqualTo(new BottleneckCandidate("Application/Cpu", null, 0.51, 117.65, null));
  }

  /** Its part of the holding time of full slots around it is no part of the response time. */
  @Test
  void theTimeThatIsNamedIsTheOneOfWhichAPartIsGiven() {
    Bottleneck application =
        GivenSystem.limited(
            60, high -> high.cpu(APPLICATION, 0.99, 1).servlets(24).step.meanMillis(400.0));
    Bottleneck held =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(APPLICATION, 0.99, 1)
                    .slots(THREADS, 31, 32, 0)
                    .servlets(30)
                    .step
                    .meanMillis(1000.0));
    Bottleneck asBefore =
        GivenSystem.limited(
            60, high -> high.slots(POOL, 0.97, 0.98, 0.6).slots(THREADS, 2.15, 2.16, 0));

    assertThat(application.message())
        .contains(
            "; of 360 ms added between 20.0 and 60.0 tx/s to the response time, it explains 100 %;");
    assertThat(held.message())
        .contains(
            "; of 481 ms added between 20.0 and 60.0 tx/s to the holding time of the web threads, it"
                + " explains 97 %;");
    assertThat(asBefore.message())
        .contains("; of 36 ms, the holding time of the web threads, it explains 28 %");
  }

  @Test
  void aDoubtNamesTheSameTime() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high -> high.cpu(DATABASE, 0.8, 1).cpu(APPLICATION, 0.99, 1).step.meanMillis(400.0));

    assertThat(found.message())
        .contains("it explains less than half of the growth of the response time, and");
  }

  /** Its connections are full too, and held for 333 ms instead of 16. */
  private static void databaseCpu(GivenSystem high) {
    high.cpu(DATABASE, 0.98, 1)
        .slots(POOL, 20, 20, 1)
        .slots(THREADS, 23, 32, 0)
        .servlets(23)
        .step
        .meanMillis(400.0);
  }

  static Stream<Arguments> resources() {
    return Stream.of(
        one(
            "Application/Cpu",
            Confidence.HIGH,
            high -> high.cpu(APPLICATION, 0.99, 1).servlets(24).step.meanMillis(400.0)),
        one("Application/Heap", Confidence.HIGH, high -> HeapDiagnosisTest.heap(high, 0.99)),
        // Less than one connection, held for 16 ms as with little load.
        one(
            "Application/JdbcPool",
            Confidence.HIGH,
            high -> high.slots(POOL, 0.97, 0.98, 20).servlets(22.2).step.meanMillis(400.0)),
        one(
            "Application/BeanPool",
            Confidence.HIGH,
            high -> high.slots(BEANS, 1.98, 2, 20).servlets(22.2).step.meanMillis(400.0)),
        one(
            "Application/BeanThreads",
            Confidence.HIGH,
            high -> high.slots(BEAN_THREADS, 2.04, 2.05, 20).servlets(22.2).step.meanMillis(400.0)),
        one(
            "Application/WebThreads",
            Confidence.HIGH,
            high -> high.slots(THREADS, 2.15, 2.16, 20).step.meanMillis(400.0)),
        one(
            "Balancer/MaxRequests",
            Confidence.HIGH,
            high -> high.slots(REQUESTS, 2.27, 2.28, 20).step.meanMillis(400.0)),
        one(
            "Balancer/Cpu",
            Confidence.HIGH,
            high -> high.cpu(BALANCER, 0.495, 0.5).step.meanMillis(400.0)),
        one("Database/Locks", Confidence.MEDIUM, DiagnosisTest::locks),
        one(
            "Database/Io",
            Confidence.MEDIUM,
            high ->
                high.waits(IO, 17.0).slots(POOL, 19, 20, 1).servlets(21).step.meanMillis(400.0)),
        // It is unknown how much of the response time they explain.
        one(
            "Supplier/Cpu",
            Confidence.MEDIUM,
            high -> high.cpu(Place.of(Resource.SUPPLIER_CPU), 0.99, 1)),
        one(
            "Cache/Cpu",
            Confidence.MEDIUM,
            high -> high.cpu(Place.of(Resource.CACHE_CPU), 0.99, 1)),
        one("Host/Cpu", Confidence.MEDIUM, high -> high.step.hostPercent(99.0).meanMillis(41.0)),
        // Half of the time a thread waits for a CPU, and no limit holds the servers.
        one("Host/Cpu", Confidence.MEDIUM, high -> high.step.cpuPressure(0.6).meanMillis(41.0)),
        // Packets that were sent twice: 60 ms that no counter has.
        one(
            "Network/Drops",
            Confidence.MEDIUM,
            high -> high.step.droppedPercent(0.4).meanMillis(100.0)));
  }

  /** Requests that wait while it is held back cannot use what is left of it. */
  @Test
  void aThrottledCpuHasThePresentThroughputAsItsBound() {
    Bottleneck found =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(APPLICATION, 0.72, 1, 80.0, 72.0))
                    .servlets(24)
                    .step
                    .meanMillis(400.0));

    assertThat(found.resource()).isEqualTo("Application/Cpu");
    assertThat(found.confidence()).as(found.message()).isEqualTo(Confidence.HIGH);
    assertThat(found.boundPerSecond()).isEqualTo(60);
  }

  private static Arguments one(
      String resource, Confidence confidence, Consumer<GivenSystem> change) {
    return Arguments.of(resource, confidence, change);
  }

  @ParameterizedTest
  @MethodSource("resources")
  void eachResourceIsNamedByWhatOnlyItDoes(
      String resource, Confidence confidence, Consumer<GivenSystem> change) {
    Bottleneck found = GivenSystem.limited(60, change);

    assertThat(found.resource()).as(found.message()).isEqualTo(resource);
    assertThat(found.confidence()).as(found.message()).isEqualTo(confidence);
  }

  @Test
  void whatHasNoBoundIsNotFarFromOne() {
    assertThat(GivenSystem.limited(60, DiagnosisTest::locks).message())
        .startsWith(
            "base-4 is limited by waits for row locks in the database (medium confidence, since it has no"
                + " bound to compare the throughput with): 17.0 connections wait at 60.0 tx/s; of 301 ms ");
  }

  /** 21 connections that wait at 60 a second are 350 ms each, of 300 ms. */
  @Test
  void noMoreThanAllIsExplained() {
    Bottleneck found =
        GivenSystem.limited(
            60,
            high -> {
              locks(high);
              high.waits(LOCKS, 21.0);
            });

    assertThat(found.message()).contains("it explains 100 %");
    assertThat(found.sharePercent()).isEqualTo(100);
  }

  /** Of 317 ms for which connections are held, statements take 300. */
  @Test
  void whatHasNoQuantityIsGivenByTheThroughputAlone() {
    List<StepFigures> steps =
        List.of(
            new GivenSystem(20).active(0.3).figures(),
            GivenSystem.steps(60, high -> longTransactions(high.active(18))).get(1));
    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(steps, steps, steps), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Transactions");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message()).contains("compare the throughput with): at 60.0 tx/s; of ");
  }

  /** The application may hold the connections just as well. */
  @Test
  void theDatabaseIsNotBlamedForTimeOfWhichItIsUnknownWhoseItIs() {
    Bottleneck found = GivenSystem.diagnosed(60, DiagnosisTest::longTransactions);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.message()).contains("full, but held longer: JDBC pool");
  }

  private static void longTransactions(GivenSystem high) {
    high.slots(POOL, 19, 20, 1).servlets(21).step.meanMillis(400.0);
  }

  /** Of 301 ms more, 283 are for locks. */
  private static void locks(GivenSystem high) {
    high.waits(LOCKS, 17.0).slots(POOL, 19, 20, 1).servlets(21).step.meanMillis(400.0);
  }

  @Test
  void connectionsComeBeforeEverythingElse() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60, high -> high.cpu(DATABASE, 0.98, 1).step.connectionsPercent(99.0));

    assertThat(found.candidates())
        .extracting(BottleneckCandidate::resource)
        .containsExactly("Balancer/Connections");
  }

  @Test
  void twoResourcesAtTheirLimitsAreNotDecided() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high ->
                high.cpu(APPLICATION, 0.92, 1)
                    .slots(POOL, 0.97, 1.02, 20)
                    .servlets(22.2)
                    .step
                    .meanMillis(400.0));

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.resource()).isNull();
    assertThat(found.message())
        .isEqualTo(
            "Not determined for base-4: application CPU at 0.92 of its limit and JDBC pool at 0.95 of"
                + " its limit fit equally.");
  }

  @Test
  void nothingAtItsLimitIsNotDecidedEither() {
    Bottleneck found = GivenSystem.diagnosed(60, high -> {});

    assertThat(found.message())
        .isEqualTo(
            "Not determined for base-4: no resource is at its limit; nearest: application CPU at 0.51"
                + " of its limit.");
    assertThat(found.candidates())
        .containsExactly(new BottleneckCandidate("Application/Cpu", null, 0.51, 117.65, null));
  }

  @Test
  void aLoadThatReachedNoLimitSaysSo() {
    Bottleneck found =
        GivenSystem.diagnosis("base-4", List.of(GivenSystem.steps(60, high -> {})), false);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_SATURATED);
    assertThat(found.message())
        .isEqualTo("base-4 was not saturated: raise the rates to find its limit.");
  }

  @Test
  void anAbsentFigureNeverLeavesHighConfidence() {
    List<Consumer<GivenSystem>> absent =
        List.of(
            high -> high.without(POOL),
            high -> high.without(THREADS),
            high -> high.without(APPLICATION),
            high -> high.without(BALANCER),
            high -> high.step.servletMillis(null),
            high -> high.step.gcPercent(null),
            high -> high.step.heapPercent(null),
            high -> high.step.hostPercent(null),
            high -> high.step.meanMillis(null));

    for (Consumer<GivenSystem> change : absent) {
      Bottleneck found =
          GivenSystem.diagnosed(
              60,
              high -> {
                databaseCpu(high);
                change.accept(high);
              });
      assertThat(found.confidence()).as(found.message()).isNotEqualTo(Confidence.HIGH);
    }
  }

  @Test
  void whatIsMissingIsNamed() {
    Consumer<GivenSystem> change =
        high -> {
          databaseCpu(high);
          high.without(THREADS).without(BALANCER);
        };

    assertThat(GivenSystem.diagnosed(60, change).message())
        .contains("figures are missing (balancer CPU, web threads)");
  }

  @Test
  void roundsThatDisagreeAndStepsThatAreNotSteadyLowerTheConfidence() {
    List<StepFigures> database = GivenSystem.steps(60, DiagnosisTest::databaseCpu);
    List<StepFigures> almost =
        GivenSystem.steps(
            60,
            high -> {
              databaseCpu(high);
              high.cpu(DATABASE, 0.88, 1);
            });

    assertThat(
            GivenSystem.diagnosis("base-4", List.of(database, database, almost), true).confidence())
        .as("two of three agree")
        .isEqualTo(Confidence.HIGH);
    assertThat(GivenSystem.diagnosis("base-4", List.of(database, almost), true).confidence())
        .isEqualTo(Confidence.MEDIUM);
    assertThat(GivenSystem.diagnosis("base-4", List.of(drifting(database)), true).confidence())
        .isEqualTo(Confidence.MEDIUM);
    assertThat(GivenSystem.diagnosis("base-4", List.of(drifting(database), almost), true).message())
        .isEqualTo(
            "Not determined for base-4: database CPU at 0.93 of its limit fits, but a step was not"
                + " steady, and the rounds do not agree.");
  }

  private static List<StepFigures> drifting(List<StepFigures> steps) {
    return List.of(steps.get(0), steps.get(1).withDrifts(true));
  }

  @Test
  void whereTheTimeGoesAddsUpToTheResponseTime() {
    Bottleneck found = GivenSystem.limited(60, DiagnosisTest::databaseCpu);

    assertThat(found.times())
        .containsExactly(
            new TimePart("balancerQueue", 0.0),
            new TimePart("webQueue", 0.0),
            new TimePart("application", 33.33),
            new TimePart("beanWait", 0.0),
            new TimePart("jdbcWait", 16.67),
            new TimePart("database", 333.33),
            new TimePart("locks", 0.0),
            new TimePart("io", 0.0),
            new TimePart("commits", 0.0),
            new TimePart("unexplained", 16.67));
    assertThat(found.times().stream().mapToDouble(TimePart::millis).sum()).isEqualTo(400);
  }

  /** A high step that lost most of its transactions is not used: its figures are of failures. */
  @Test
  void aStepFarBelowThePeakIsNotUsed() {
    List<StepFigures> steps = GivenSystem.steps(60, DiagnosisTest::databaseCpu);
    StepFigures collapsed = GivenSystem.steps(12, high -> {}).get(1);

    assertThat(
            GivenSystem.diagnosis(
                    "base-4", List.of(List.of(steps.get(0), steps.get(1), collapsed)), true)
                .resource())
        .isEqualTo("Database/Cpu");
  }
}
