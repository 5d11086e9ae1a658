package dev.scalelab.operator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the operator costs with a large experiment and with many, on the simulated cluster; it
 * prints its figures. It is no test of {@code make test}: -Dtest=ScaleBenchmark runs it.
 */
class ScaleBenchmark {
  private static final int CONFIGURATIONS = Integer.getInteger("simulation.configurations", 2000);
  private static final int ROUNDS = Integer.getInteger("simulation.rounds", 10);
  private static final int EXPERIMENTS = Integer.getInteger("simulation.experiments", 500);

  /** After this much of the machine's time a benchmark reports what it has until then. */
  private static final Duration LONGEST =
      Duration.ofMinutes(Integer.getInteger("simulation.minutes", 20));

  @RegisterExtension static final SimulatedTime time = new SimulatedTime();

  @Test
  void oneOfManyConfigurations() {
    int heaps = Math.max(1, CONFIGURATIONS / 20);
    ScalabilityExperiment large =
        Experiments.with(
            Experiments.cart("lab"),
            """
            sweep:
              replicas: [1]
              factors:
              - {setting: application.heap, values: [%s]}
              - {setting: balancer.maxRequestsPerServer, values: [%s]}
            load: {open: {rates: [20, 80]}, repetitions: %d}
            """
                .formatted(values(heaps, 300, "Mi"), values(20, 10, ""), ROUNDS));
    measure("%d configurations x %d rounds".formatted(heaps * 20, ROUNDS), List.of(large));
  }

  @Test
  void manyAtOnce() {
    List<ScalabilityExperiment> many =
        IntStream.range(0, EXPERIMENTS)
            .mapToObj(
                number -> {
                  ScalabilityExperiment one =
                      Experiments.with(
                          Experiments.cart("lab"),
                          "{sweep: {replicas: [1]}, load: {open: {rates: [20, 80]}}}");
                  one.getMetadata().setName("e%03d".formatted(number));
                  return one;
                })
            .toList();
    measure(EXPERIMENTS + " experiments at once", many);
  }

  private static String values(int count, int first, String unit) {
    return IntStream.range(0, count)
        .mapToObj(number -> first + number + unit)
        .collect(Collectors.joining(","));
  }

  private static void measure(String what, List<ScalabilityExperiment> experiments) {
    Scenario scenario = new Scenario(what, List.of("lab"), false, () -> experiments);
    try (Simulation simulation = new Simulation(1, scenario, List.of())) {
      simulation.connection().recordNothing();
      long begin = System.nanoTime();
      while (!simulation.witness().over() && System.nanoTime() - begin < LONGEST.toNanos()) {
        simulation.runFor(Duration.ofMinutes(1));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      long[] micros = simulation.witness().reconciliationMicros();
      Arrays.sort(micros);
      System.gc();
      long with = used();
      int status =
          simulation.objects().list(ApiKind.EXPERIMENTS, null).stream()
              .mapToInt(experiment -> statusBytes(experiment))
              .max()
              .orElseThrow();
      int trial =
          simulation.objects().list(ApiKind.TRIALS, null).stream()
              .mapToInt(one -> statusBytes(one))
              .max()
              .orElse(0);
      long ended =
          simulation.objects().list(ApiKind.EXPERIMENTS, null).stream()
              .filter(Witness::ended)
              .count();
      String progress =
          simulation
              .objects()
              .list(ApiKind.EXPERIMENTS, null)
              .get(0)
              .tree()
              .at("/status/progress/trials")
              .asText();
      simulation.endOperator();
      System.gc();
      System.out.printf(
          "%s: %d of %d ended, the first has %s trials; %.0f s for %.1f simulated hours; %d"
              + " reconciliations, p50 %.1f ms, p99 %.1f ms, longest %.0f ms; %d writes, %d requests;"
              + " operator %.0f MiB; status %d KiB, of a trial %d KiB%n",
          what,
          ended,
          experiments.size(),
          progress,
          seconds,
          simulation.time().elapsed().toSeconds() / 3600.0,
          micros.length,
          micros[micros.length / 2] / 1e3,
          micros[micros.length * 99 / 100] / 1e3,
          micros[micros.length - 1] / 1e3,
          simulation.connection().writes(),
          simulation.connection().requests(),
          (with - used()) / 1048576.0,
          status / 1024,
          trial / 1024);
      assertThat(simulation.witness().problems()).isEmpty();
    }
  }

  private static int statusBytes(Stored object) {
    return object.tree().path("status") instanceof ObjectNode status
        ? Trees.json(status).length()
        : 0;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
