package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed queueing networks against published results, other solutions and a simulation. */
class ConvolutionTest {
  private static final Duration AIM_OF_2000_USERS = Duration.ofMillis(200);

  /**
   * Jain, The Art of Computer Systems Performance Analysis, example 34.2: a CPU of 2 s, disks of 3
   * and 1 s for each request, and 4 s between requests.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.100, 6.00", "2, 0.175, 7.40", "20, 0.333, 56.0"})
  void anExampleOfTheTextbook(int users, double throughput, double response) {
    Convolution solved = Convolution.of(single(List.of(2.0, 3.0, 1.0)), 0, 4, users);

    assertThat(solved.throughput(users)).isCloseTo(throughput, within(0.0005));
    assertThat(solved.responseSeconds(users)).isCloseTo(response, within(0.06));
  }

  @Test
  void singleServersAreSolvedAsByMeanValueAnalysis() {
    Random random = new Random(1980);
    for (int i = 0; i < 200; i++) {
      List<Double> demands = new ArrayList<>();
      for (int k = 0; k <= random.nextInt(6); k++) {
        demands.add(0.001 + 0.02 * random.nextDouble());
      }
      double think = 0.1 + random.nextDouble();
      int users = 1 + random.nextInt(500);
      ReiserLavenberg expected = ReiserLavenberg.of(demands, think, users);
      Convolution solved = Convolution.of(single(demands), 0, think, users);

      assertThat(solved.throughput(users) / expected.throughput()).isCloseTo(1, within(1e-9));
      assertThat(solved.responseSeconds(users))
          .isCloseTo(expected.responseSeconds(), within(1e-9 * users / expected.throughput()));
    }
  }

  /** The machine repair model: c repairmen, exponential times, by its balance equations. */
  @ParameterizedTest
  @CsvSource({"1, 10", "2, 10", "4, 60", "16, 300"})
  void aStationWithSeveralServersIsTheMachineRepairModel(int servers, int users) {
    double demand = 0.1;
    double think = 1;
    double[] weights = new double[users + 1];
    weights[0] = 1;
    double sum = 1;
    double busy = 0;
    for (int n = 1; n <= users; n++) {
      weights[n] = weights[n - 1] * (users - n + 1) / think * demand / Math.min(n, servers);
      sum += weights[n];
      busy += weights[n] * Math.min(n, servers);
    }

    Convolution solved =
        Convolution.of(List.of(Station.cpu("cpu", demand, servers)), 0, think, users);
    assertThat(solved.throughput(users)).isCloseTo(busy / sum / demand, withinPercentage(1e-7));
  }

  /** A pool around the database, solved from the inside out, against the simulated system. */
  @Test
  void systemsWithPoolsAreNearTheirSimulation() {
    RandomSystems systems = new RandomSystems(11);
    Random random = new Random(12);
    for (int i = 0; i < 15; i++) {
      RandomSystems.Given given = systems.next(1.4, 4);
      int users = (int) Math.ceil(1.5 * given.users());
      StepFigures simulated = new SimulatedSystem(given.design()).measure(users, random);
      Convolution model = model(given.design(), users);

      assertThat(model.throughput(users))
          .as("%s with %s users", given, users)
          .isCloseTo(simulated.perSecond(), withinPercentage(10));
    }
  }

  private static Convolution model(SimulatedSystem.Design design, int users) {
    Station locks = Station.cpu("locks", design.lockSeconds(), 1);
    Station pool =
        Convolution.of(
                List.of(cpu(design, Resource.DATABASE_CPU), locks),
                design.diskSeconds(),
                0,
                design.sizes().get(Resource.APPLICATION_JDBC_POOL))
            .asStation("pool");
    Station threads =
        Convolution.of(
                List.of(cpu(design, Resource.APPLICATION_CPU), pool),
                0,
                0,
                Math.min(
                    design.sizes().get(Resource.APPLICATION_WEB_THREADS),
                    design.sizes().get(Resource.BALANCER_MAX_REQUESTS)))
            .asStation("threads");
    return Convolution.of(
        List.of(cpu(design, Resource.BALANCER_CPU), threads), 0, design.thinkSeconds(), users);
  }

  private static Station cpu(SimulatedSystem.Design design, Resource tier) {
    return Station.cpu(tier.text(), design.cpuSeconds().get(tier), design.cores().get(tier));
  }

  @Test
  void throughputNeverExceedsItsBoundsAndThousandsOfUsersAreNoProblem() {
    List<Station> stations =
        List.of(
            Station.cpu("application", 0.0094, 4.5),
            Station.cpu("database", 0.0025, 2),
            Station.cpu("balancer", 0.0002, 0.5));
    CpuTime time = CpuTime.start();
    Convolution solved = Convolution.of(stations, 0.01, 1, 2000);
    assertThat(time.passed()).isLessThan(CpuTime.limit(AIM_OF_2000_USERS));

    for (int users = 1; users <= 2000; users++) {
      assertThat(solved.throughput(users))
          .isLessThanOrEqualTo(1.000001 * Math.min(users / 1.0221, 4.5 / 0.0094))
          .isGreaterThanOrEqualTo(0.999999 * solved.throughput(users - 1));
    }
    assertThat(solved.throughput(2000)).isCloseTo(4.5 / 0.0094, withinPercentage(0.01));
  }

  /** Equal copies are combined; by themselves each is a station that gets its part of the users. */
  @ParameterizedTest
  @CsvSource({"1, 40", "2, 40", "5, 200", "7, 100", "100, 60"})
  void equalCopiesAreAsManyStations(int copies, int users) {
    Station database = Station.cpu("database", 0.004, 2);
    List<Station> single = new ArrayList<>(List.of(database));
    single.addAll(Collections.nCopies(copies, Station.cpu("pod", 0.03 / copies, 1.5)));

    Convolution expected = Convolution.of(single, 0.01, 0.1, users);
    Convolution solved =
        Convolution.of(List.of(database, Station.cpus("pod", 0.03, 1.5, copies)), 0.01, 0.1, users);
    for (int n = 1; n <= users; n++) {
      assertThat(solved.throughput(n) / expected.throughput(n)).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void aHundredServersTakeLittleTime() {
    List<Station> stations = List.of(Station.cpus("pod", 0.03, 1.5, 100));
    CpuTime time = CpuTime.start();
    Convolution solved = Convolution.of(stations, 0.01, 1, 2000);

    assertThat(time.passed()).isLessThan(CpuTime.limit(AIM_OF_2000_USERS));
    assertThat(solved.throughput(2000)).isBetween(0.9 * 2000 / 1.04, 2000 / 1.04);
  }

  private static List<Station> single(List<Double> demands) {
    return demands.stream().map(demand -> Station.cpu("cpu", demand, 1)).toList();
  }
}
