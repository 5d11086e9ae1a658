package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Diagnoses of random simulated systems, whose limits are known. */
class SimulatedDiagnosisTest {
  private static final int ROUNDS = 3;

  record Result(RandomSystems.Given given, Bottleneck diagnosis) {
    boolean determined() {
      return diagnosis.verdict() == BottleneckVerdict.LIMITED;
    }

    boolean names(Resource resource) {
      return (resource.tier() + "/" + resource.kind()).equals(diagnosis.resource());
    }

    @Override
    public String toString() {
      return "%s, then %s %.2f times away: %s %s"
          .formatted(
              given.first(),
              given.second(),
              given.apart(),
              diagnosis.confidence(),
              diagnosis.message());
    }
  }

  @Test
  void theLimitOfASystemIsNamedIfTheNextIsFarAway() {
    List<Result> results = results(2026, 300, 1.4, 4);
    List<Result> right =
        results.stream().filter(result -> result.names(result.given().first())).toList();
    assertThat(results.stream().filter(Result::determined))
        .as("decided")
        .allMatch(result -> result.names(result.given().first()));
    assertThat(right).hasSizeGreaterThanOrEqualTo(285);
    assertThat(right.stream().filter(result -> result.diagnosis().confidence() == Confidence.HIGH))
        .as("with high confidence")
        .hasSizeGreaterThan(200);
  }

  @Test
  void ofTwoLimitsThatAreCloseOneOrNoneIsNamed() {
    List<Result> results = results(1977, 100, 1.0, 1.15);

    assertThat(results.stream().filter(Result::determined))
        .as("decided")
        .hasSizeGreaterThan(30)
        .allMatch(
            result ->
                result.names(result.given().first()) || result.names(result.given().second()));
  }

  static List<Result> results(long seed, int number, double min, double max) {
    RandomSystems systems = new RandomSystems(seed);
    Random random = new Random(seed + 1);
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      RandomSystems.Given given = systems.next(min, max);
      SimulatedSystem system = new SimulatedSystem(given.design());
      List<StepFigures> steps = new ArrayList<>();
      for (double part : new double[] {0.25, 0.7, 2.5}) {
        int users = (int) Math.max(1, Math.round(part * given.users()));
        steps.add(system.measure(users, random));
      }
      List<List<StepFigures>> rounds =
          IntStream.range(0, ROUNDS)
              .mapToObj(round -> steps.stream().map(systems::noisy).toList())
              .toList();
      results.add(new Result(given, GivenSystem.diagnosis("base-" + i, rounds, true)));
    }
    return results;
  }
}
