package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Collections;
import java.util.List;
import java.util.Map;
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
                            Map.of(
                                GivenSystem.APPLICATION,
                                new Cpu(
                                    perSecond > 60 ? 1 : 0.05 + 0.0094 * perSecond, 1, null, null)))
                        .build())
            .toList();

    Demand demand = Demand.of(steps, GivenSystem.APPLICATION).orElseThrow();
    assertThat(demand.seconds()).isCloseTo(0.0094, within(1e-12));
    assertThat(demand.idleCores()).isCloseTo(0.05, within(1e-12));
    assertThat(Demand.of(steps.subList(2, 5), GivenSystem.APPLICATION))
        .as("one unsaturated step")
        .isEmpty();
    assertThat(Demand.of(steps, GivenSystem.DATABASE)).as("of an unknown tier").isEmpty();
  }

  @Test
  void aModelThatMissesMeasuredStepsMustNotBeUsed() {
    Prediction.Step good = new Prediction.Step(100, 95, 50, 60);
    Prediction.Step slow = new Prediction.Step(100, 101, 50, 33);
    Prediction.Step wrong = new Prediction.Step(100, 111, 50, 50);

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
                  Stream.concat(
                          Collections.nCopies(
                              servers, Station.cpu("application CPU", 0.0094 / servers, 0.5))
                              .stream(),
                          Stream.of(Station.cpu("database CPU", 0.0025, 1)))
                      .toList(),
                  0.05,
                  1),
          used -> 2.5,
          20);

  @Test
  void theSmallestNumberOfServersThatKeepsTheObjectiveIsNamed() {
    Planning.Answer answer = PLANNING.servers(200, 500, 1.1);

    assertThat(answer.servers()).isEqualTo(5);
    assertThat(answer.text(200, 500))
        .isEqualTo(
            "5 servers for 200/s at p95 below 500 ms; then the application CPU limits at 266/s");
    assertThat(PLANNING.servers(200, 300, 1.1).servers())
        .as("a tighter objective needs more")
        .isGreaterThan(5);
  }

  @Test
  void whereNoNumberSufficesTheReasonIsNamed() {
    assertThat(PLANNING.servers(390, 500, 1.1).text(390, 500))
        .isEqualTo(
            "no number of servers suffices for 390/s at p95 below 500 ms: the database CPU limits at"
                + " 400/s");
  }

  private static OpenNetwork poisson(Station... stations) {
    return new OpenNetwork(List.of(stations), 0.05, 1);
  }
}
