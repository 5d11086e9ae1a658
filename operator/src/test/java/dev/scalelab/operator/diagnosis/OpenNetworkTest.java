package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PredictedStep;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Open networks, demands, errors of predictions, and how many servers a load needs. */
class OpenNetworkTest {

  @Test
  void singleServersAreExact() {
    OpenNetwork network = poisson(Station.cpu("a", 0.01, 1), Station.cpu("b", 0.004, 0.5));

    assertThat(network.responseSeconds(80).orElseThrow())
        .isCloseTo(0.05 + 0.01 / 0.2 + 0.008 / (1 - 0.64), within(1e-12));
    assertThat(network.responseSeconds(100)).as("no steady state").isEmpty();
  }

  /** Erlang's formula for the wait, in service times, from c, and the load per server. */
  @ParameterizedTest
  @CsvSource({"2, 0.5", "2, 0.9", "4, 0.8", "8, 0.9", "16, 0.95"})
  void severalServersAreNearErlangsFormula(int servers, double used) {
    double load = servers * used;
    double term = 1;
    double sum = 1;
    for (int n = 1; n < servers; n++) {
      term *= load / n;
      sum += term;
    }
    double all = term * load / servers / (1 - used);
    double wait = all / (sum + all) / (servers * (1 - used));
    OpenNetwork network = new OpenNetwork(List.of(Station.cpu("a", 1, servers)), 0, 1);

    assertThat(network.responseSeconds(load).orElseThrow())
        .isCloseTo(1 + wait, withinPercentage(3));
  }

  @Test
  void evenArrivalsWaitLess() {
    List<Station> stations = List.of(Station.cpu("a", 0.01, 1));
    double poisson = new OpenNetwork(stations, 0, 1).responseSeconds(80).orElseThrow();
    double even = new OpenNetwork(stations, 0, 0.2).responseSeconds(80).orElseThrow();

    assertThat(even - 0.01).isCloseTo(0.6 * (poisson - 0.01), within(1e-12));
  }

  @Test
  void theDemandIsTheSlopeOfTheCpuInUnsaturatedSteps() {
    List<StepFigures> steps =
        Stream.of(10.0, 20.0, 40.0, 80.0, 100.0)
            .map(
                perSecond ->
                    StepFiguresBuilder.builder()
                        .perSecond(perSecond)
                        .cpus(
                            List.of(
                                new Cpu(
                                    GivenSystem.APPLICATION,
                                    perSecond > 60 ? 1 : 0.05 + 0.0094 * perSecond,
                                    1,
                                    null,
                                    null)))
                        .build())
            .toList();

    assertThat(Demand.seconds(steps, GivenSystem.APPLICATION)).isCloseTo(0.0094, within(1e-12));
    assertThat(Demand.seconds(steps.subList(2, 5), GivenSystem.APPLICATION))
        .as("one unsaturated step")
        .isNaN();
    assertThat(Demand.seconds(steps, GivenSystem.DATABASE)).as("of an unknown tier").isNaN();
  }

  @Test
  void aModelThatMissesMeasuredStepsMustNotBeUsed() {
    PredictedStep good = new PredictedStep(null, 100.0, 100.0, 95.0, 50.0, 60.0);
    PredictedStep slow = new PredictedStep(null, 100.0, 100.0, 101.0, 50.0, 33.0);
    PredictedStep wrong = new PredictedStep(null, 100.0, 100.0, 111.0, 50.0, 50.0);
    PredictedStep endless = new PredictedStep(null, 120.0, 100.0, 99.0, 5000.0, null);

    assertThat(Prediction.of(List.of(endless)).responsePercent()).as("none compared").isNull();
    assertThat(Prediction.of(List.of(endless)).reason()).isEqualTo(ModelReason.NOT_TESTED);
    assertThat(Prediction.of(List.of(good, endless)).reason()).isNull();
    assertThat(Prediction.of(List.of(good)).throughputPercent()).isCloseTo(-5, within(1e-9));
    assertThat(Prediction.of(List.of(good)).responsePercent()).isCloseTo(20, within(1e-9));
    assertThat(Prediction.of(List.of(good)).misfit()).isFalse();
    assertThat(Prediction.of(List.of(good, slow)).responsePercent()).isCloseTo(-34, within(0.1));
    assertThat(Prediction.of(List.of(good, slow)).misfit()).isTrue();
    assertThat(Prediction.of(List.of(wrong)).misfit()).isTrue();
  }

  /** Servers of 9.4 ms on half a core each, and a database of 2.5 ms on one. */
  private static final Planning PLANNING =
      new Planning(
          servers ->
              new OpenNetwork(
                  List.of(
                      Station.cpus("application", 0.0094, 0.5, servers),
                      Station.cpu("database", 0.0025, 1)),
                  0.05,
                  1),
          used -> 2.5,
          20);

  @Test
  void theSmallestNumberOfServersThatKeepsTheObjectiveIsNamed() {
    Planning.Answer answer = PLANNING.servers(Planning.Load.ofRate(200), 500, 1.1);

    assertThat(answer.servers()).isEqualTo(5);
    assertThat(answer.limitedBy()).isEqualTo("application");
    assertThat(answer.limitPerSecond()).isEqualTo(0.5 / 0.0094 * 5);
    assertThat(answer.p95Millis()).isBetween(300.0, 500.0);
    assertThat(PLANNING.servers(Planning.Load.ofRate(200), 300, 1.1).servers())
        .as("a tighter objective needs more")
        .isGreaterThan(5);
  }

  @Test
  void whereNoNumberSufficesItIsKnownWhatLimits() {
    assertThat(PLANNING.servers(Planning.Load.ofRate(390), 500, 1.1))
        .isEqualTo(new Planning.Answer(0, 390, "database", 400, Double.POSITIVE_INFINITY));
  }

  /** By Little's law: as many transactions a second as users, divided by the time of a cycle. */
  @Test
  void usersWhoWaitLongerSendLess() {
    OpenNetwork network = poisson(Station.cpu("a", 0.01, 1));
    double perSecond = Planning.Load.ofUsers(60, 0.7).perSecond(network);

    assertThat(perSecond * (0.7 + network.responseSeconds(perSecond).orElseThrow()))
        .isCloseTo(60, within(1e-6));
    assertThat(Planning.Load.ofUsers(1000, 0.7).perSecond(network))
        .as("more than it can do")
        .isCloseTo(100, within(2.0));
  }

  private static OpenNetwork poisson(Station... stations) {
    return new OpenNetwork(List.of(stations), 0.05, 1);
  }
}
