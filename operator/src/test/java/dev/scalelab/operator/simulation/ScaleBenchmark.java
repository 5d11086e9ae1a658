package dev.scalelab.operator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the operator costs with a large experiment and with many, on the simulated cluster. It is no
 * test of {@code make test}: {@code make bench ONLY=scale} runs it, and reports its figures, or
 * -Dtest=ScaleBenchmark, which prints them.
 */
class ScaleBenchmark {
  private static final int CONFIGURATIONS = Integer.getInteger("simulation.configurations", 2000);
  private static final int ROUNDS = Integer.getInteger("simulation.rounds", 10);
  private static final int EXPERIMENTS = Integer.getInteger("simulation.experiments", 500);

  /** After this much of the machine's time a benchmark reports what it has until then. */
  private static final Duration LONGEST =
      Duration.ofMinutes(Integer.getInteger("simulation.minutes", 20));

  /** Each benchmark adds a line of JSON with its figures to this file; null without a report. */
  private static final String REPORT = System.getProperty("simulation.report");

  @RegisterExtension static final SimulatedTime time = new SimulatedTime();

  /**
   * The figures of a benchmark.
   *
   * @param ended experiments that ended within the time that the benchmark has
   * @param trials those that the first experiment has finished, as in its progress
   * @param seconds of this machine
   * @param hours of the simulated cluster
   * @param operatorMiB heap that is free once the operator has ended
   * @param statusBytes of the largest experiment's status
   * @param trialStatusBytes of the largest trial's status
   */
  record Figures(
      String what,
      int experiments,
      long ended,
      String trials,
      long seconds,
      double hours,
      int reconciliations,
      double p50Millis,
      double p99Millis,
      double maxMillis,
      long writes,
      long requests,
      double operatorMiB,
      int statusBytes,
      int trialStatusBytes) {}

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
      Figures figures = figures(what, simulation, (System.nanoTime() - begin) / 1_000_000_000);
      System.out.println(figures);
      if (REPORT != null) {
        add(figures);
      }
      assertThat(simulation.witness().problems()).isEmpty();
    }
  }

  private static Figures figures(String what, Simulation simulation, long seconds) {
    long[] micros = simulation.witness().reconciliationMicros();
    Arrays.sort(micros);
    System.gc();
    long with = used();
    List<Stored> experiments = simulation.objects().list(ApiKind.EXPERIMENTS, null);
    int status = mostBytes(experiments);
    int trial = mostBytes(simulation.objects().list(ApiKind.TRIALS, null));
    long ended = experiments.stream().filter(Witness::ended).count();
    String trials = experiments.get(0).tree().at("/status/progress/trials").asText();
    simulation.endOperator();
    System.gc();
    return new Figures(
        what,
        experiments.size(),
        ended,
        trials,
        seconds,
        Rounding.two(simulation.time().elapsed().toSeconds() / 3600.0),
        micros.length,
        millis(micros, 0.5),
        millis(micros, 0.99),
        millis(micros, 1),
        simulation.connection().writes(),
        simulation.connection().requests(),
        Rounding.two((with - used()) / 1048576.0),
        status,
        trial);
  }

  private static double millis(long[] sortedMicros, double part) {
    int at = Math.min(sortedMicros.length - 1, (int) (part * sortedMicros.length));
    return Rounding.two(sortedMicros[at] / 1000.0);
  }

  private static int mostBytes(List<Stored> objects) {
    return objects.stream().mapToInt(one -> statusBytes(one)).max().orElse(0);
  }

  private static void add(Figures figures) {
    try {
      Files.writeString(
          Path.of(REPORT),
          Serialization.jsonMapper().writeValueAsString(figures) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
