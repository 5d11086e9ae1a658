package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.DATABASE;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Hosts that are full, and single servers that are full beside idle ones. */
class HostDiagnosisTest {

  /** Waits for a CPU that come from the servers' own limits are no matter of the host. */
  @Test
  void aThrottledServerSaysNothingAboutTheHost() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 0.6, 1, 40.0, 60.0));
              high.step.cpuPressure(0.6).meanMillis(41.0);
            });

    assertThat(found.message()).contains("no resource is at its limit");
  }

  /** More than its host has is of no use to a server. */
  @Test
  void whereTheHostIsFullMoreCpuNeedsLargerNodes() {
    Bottleneck servers =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(APPLICATION, 0.92, 1, 40.0, 92.0))
                    .servlets(24)
                    .step
                    .meanMillis(400.0)
                    .hostPercent(99.8));
    Bottleneck database =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(DATABASE, 0.98, 1, 40.0, 98.0))
                    .slots(POOL, 20, 20, 1)
                    .servlets(23)
                    .step
                    .meanMillis(400.0)
                    .hostPercent(99.8));
    Bottleneck host =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(APPLICATION, 0.95, 1, 0.0, 95.0))
                    .step
                    .meanMillis(200.0)
                    .hostPercent(99.9));

    assertThat(servers.recommendation())
        .isEqualTo(
            "raise application.cpu on nodes with more CPU, or add servers on other nodes: the next limit is"
                + " the host CPU at 60.1 tx/s");
    assertThat(servers.candidates())
        .first()
        .isEqualTo(new BottleneckCandidate("Host/Cpu", null, 1.0, 60.12, null));
    assertThat(database.recommendation())
        .isEqualTo(
            "raise databases[main].cpu on nodes with more CPU: the next limit is the host CPU at 60.1 tx/s");
    assertThat(host.recommendation())
        .isEqualTo(
            "use nodes with more CPU, or more nodes, and raise application.cpu: the next limit is the"
                + " application CPU at 63.2 tx/s");
  }

  /** 40 transactions per second more have taken 20 % of it, and 30 % are left. */
  @Test
  void aServerCanBeRaisedAsFarAsItsHostHasCpu() {
    Consumer<GivenSystem> full =
        high -> high.cpu(APPLICATION, 0.99, 1).servlets(24).step.meanMillis(400.0);
    Bottleneck others = GivenSystem.limited(60, full);
    Bottleneck own = GivenSystem.limited(60, full.andThen(high -> high.step.hostPercent(70.0)));

    assertThat(own.recommendation())
        .isEqualTo(
            "raise application.cpu, up to 2.0 times: the next limit is the host CPU at 120 tx/s");
    assertThat(own.message()).endsWith("; next limit: host CPU at 120 tx/s.");
    assertThat(others.recommendation())
        .as("nothing of it is used by this system")
        .doesNotContain("host");
  }

  /** Others keep the host busy: the load did not fill it. */
  @Test
  void aHostThatWasFullWithLittleLoadIsNotTheLimit() {
    Consumer<GivenSystem> full = system -> system.step.hostPercent(99.0).meanMillis(41.0);
    StepFigures low = GivenSystem.steps(20, full).get(1);
    StepFigures high = GivenSystem.steps(60, full).get(1);

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(List.of(low, high)), true);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.message()).contains("no resource is at its limit");
  }

  /**
   * As measured: the limit of 1.9 cores never held the server back, which had what was left of two.
   */
  @Test
  void aCpuThatIsNeverThrottledOnAFullHostIsNotItsOwnLimit() {
    Bottleneck free =
        GivenSystem.limited(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 1.72, 1.9, 0.0, 90.0));
              high.step.hostPercent(99.9).meanMillis(200.0);
            });
    Bottleneck held =
        GivenSystem.limited(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 1.88, 1.9, 60.0, 99.0)).servlets(4);
              high.step.hostPercent(99.9).meanMillis(70.0);
            });

    assertThat(free.resource()).as(free.message()).isEqualTo("Host/Cpu");
    assertThat(held.resource()).as(held.message()).isEqualTo("Application/Cpu");
  }

  @Test
  void aHeapThatIsTooSmallFillsTheHostWithCollections() {
    Bottleneck found =
        GivenSystem.limited(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 1.72, 1.9, 0.0, 90.0)).servlets(10);
              high.step.hostPercent(99.0).gcPercent(40.0).heapPercent(95.0).meanMillis(170.0);
            });

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/Heap");
  }

  @Test
  void aTierThatIsOftenHeldBackMayBeTheLimitOfAFullHostToo() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 0.88, 1, 45.0, 90.0));
              high.step.hostPercent(96.0).meanMillis(200.0);
            });

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  /** 0.99 and 0.72 of two servers' cores: the others are not idle, so it is no imbalance. */
  @Test
  void oneServerAtItsLimitBesideBusyOnesIsTheirCpu() {
    Bottleneck found =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(APPLICATION, 1.71, 2, 10.0, 99.0))
                    .servlets(24)
                    .step
                    .meanMillis(400.0));

    assertThat(found.confidence()).as(found.message()).isEqualTo(Confidence.HIGH);
    assertThat(found.message())
        .startsWith(
            "base-4 is limited by application CPU (high confidence): 1.71 of 2.00 cores with one pod at 99 %"
                + " at 60.0 tx/s, bound 60.6; ");
  }

  /** It is unknown where the time was lost when requests went to one of several servers. */
  @Test
  void oneServerAtItsLimitBesideIdleOnesIsAnImbalance() {
    Bottleneck found =
        GivenSystem.limited(60, high -> high.cpu(new Cpu(APPLICATION, 0.55, 1, 10.0, 98.0)));

    assertThat(found.resource()).isEqualTo("Balancer/Imbalance");
    assertThat(found.confidence()).as("where the time went").isEqualTo(Confidence.MEDIUM);
    assertThat(found.boundPerSecond()).isEqualTo(61.22);
    assertThat(found.recommendation())
        .isEqualTo("change balancer.policy: the next limit is the application CPU at 109 tx/s");
  }

  /** Servers without a weight have 1. */
  @Test
  void weightsThatDifferAreWhatToChange() {
    List<StepFigures> steps =
        GivenSystem.steps(60, high -> high.cpu(new Cpu(APPLICATION, 0.55, 1, 10.0, 98.0)));
    List<List<StepFigures>> rounds = List.of(steps, steps, steps);

    assertThat(
            Diagnosis.of("base-2", GivenSystem.fields("balancer: {weights: [10, 1]}"), rounds, true)
                .recommendation())
        .isEqualTo("change balancer.weights: the next limit is the application CPU at 109 tx/s");
    assertThat(List.of("[1]", "[2, 2]", "[1, 1, 5]"))
        .as("of two servers")
        .allSatisfy(
            even ->
                assertThat(
                        Diagnosis.of(
                                "base-2",
                                GivenSystem.fields("balancer: {weights: %s}".formatted(even)),
                                rounds,
                                true)
                            .recommendation())
                    .startsWith("change balancer.policy:"));
  }

  /** A third of all CPU is idle, on machines where nothing else runs. */
  @Test
  void theFullestOfSeveralHostsIsTheLimit() {
    Bottleneck found =
        GivenSystem.limited(
            60, high -> high.step.hostPercent(66.0).fullestHostPercent(98.0).meanMillis(41.0));

    assertThat(found.resource()).isEqualTo("Host/Cpu");
    assertThat(found.utilization()).isEqualTo(0.98);
    assertThat(found.boundPerSecond()).isEqualTo(61.22);
  }

  /** 50 % of all hosts at 20 tx/s and 70 % at 60, of which the fullest one has 80 %. */
  @Test
  void theHostsUseGrowsByOneMeasure() {
    StepFigures low = new GivenSystem(20).figures();
    StepFigures high = new GivenSystem(60).figures().withHostPercent(70.0);

    Limit unknown = new Limits(new Contrast(low, high.withFullestHostPercent(80.0))).host();
    Limit known =
        new Limits(
                new Contrast(low.withFullestHostPercent(60.0), high.withFullestHostPercent(80.0)))
            .host();

    assertThat(unknown.boundPerSecond()).as("by the mean of both").isEqualTo(60 + 30 * 40.0 / 20);
    assertThat(known.boundPerSecond()).as("by the fullest").isEqualTo(60 + 20 * 40.0 / 20);
  }

  /** The database may be on the other one, whose CPU is idle. */
  @Test
  void aFullTierIsTheLimitUnlessAllHostsAreFull() {
    Bottleneck found =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(DATABASE, 0.98, 1)
                    .slots(POOL, 20, 20, 1)
                    .servlets(23)
                    .step
                    .hostPercent(66.0)
                    .fullestHostPercent(98.0)
                    .meanMillis(400.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Cpu");
  }

  /** Equal servers would wait for the database as well. */
  @Test
  void anImbalanceBesideAFullDatabaseIsNotDecided() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60, high -> high.cpu(new Cpu(APPLICATION, 0.55, 1, 10.0, 98.0)).cpu(DATABASE, 0.97, 1));

    assertThat(found.message())
        .isEqualTo(
            "Not determined for base-4: one server at 0.98 of its limit and database CPU at 0.97 of its"
                + " limit fit equally.");
  }

  /** No figure shows how long the threads of a full host, or of one server, wait for its CPU. */
  @Test
  void aFullHostAndAnImbalanceAllowForTimeThatNoFigureShows() {
    Bottleneck host =
        GivenSystem.limited(60, high -> high.step.hostPercent(99.0).meanMillis(200.0));
    Bottleneck one =
        GivenSystem.limited(
            60,
            high ->
                high.cpu(new Cpu(APPLICATION, 0.78, 1, 10.0, 98.0))
                    .servlets(12)
                    .step
                    .meanMillis(220.0));

    assertThat(host.resource()).as(host.message()).isEqualTo("Host/Cpu");
    assertThat(host.recommendation())
        .isEqualTo(
            "use nodes with more CPU, or more nodes: the next limit is the application CPU at 118 tx/s");
    assertThat(one.resource()).as(one.message()).isEqualTo("Balancer/Imbalance");
  }
}
