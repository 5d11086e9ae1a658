package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One simulation from its start to its end, and what was wrong in it.
 *
 * @param results the results of each experiment, by its namespace and name
 * @param happened how many faults of each kind have happened
 */
record Run(
    long seed,
    Scenario scenario,
    List<Fault> faults,
    List<String> problems,
    List<String> trace,
    int writes,
    Duration length,
    Map<String, String> results,
    Map<Fault.Kind, Integer> happened) {
  /** More than all timeouts of an experiment together. */
  private static final Duration LIMIT = Duration.ofHours(6);

  /** In which nothing may be written any more. */
  private static final Duration AFTERWARDS = Duration.ofMinutes(3);

  private static final int SHOWN_LINES = 400;

  private static final Map<Scenario, Run> UNDISTURBED = new HashMap<>();

  /** The run of a seed. */
  static Run of(long seed) {
    Scenario scenario = Scenario.of(seed);
    Run undisturbed = undisturbed(scenario);
    return of(seed, scenario, Schedules.faults(seed, undisturbed.writes(), undisturbed.length()));
  }

  static Run undisturbed(Scenario scenario) {
    return UNDISTURBED.computeIfAbsent(scenario, key -> of(0, key, List.of()));
  }

  static Run of(long seed, Scenario scenario, List<Fault> faults) {
    try (Simulation simulation = new Simulation(seed, scenario, faults)) {
      simulation.run(LIMIT);
      List<String> problems = simulation.witness().judge();
      Duration length = simulation.time().elapsed();
      int writes = simulation.connection().writes();
      if (problems.isEmpty()) {
        simulation.runFor(AFTERWARDS);
        problems.addAll(simulation.witness().judge());
      }
      List<String> unchanged = new ArrayList<>(simulation.api().unchanged());
      unchanged.removeAll(simulation.connection().lost());
      if (!unchanged.isEmpty()) {
        problems.add("writes have changed nothing: " + unchanged);
      }
      if (simulation.witness().reconciliations() > Simulation.MAX_RECONCILIATIONS) {
        problems.add(simulation.witness().reconciliations() + " reconciliations");
      }
      Map<String, String> results = results(simulation);
      if (!faults.isEmpty() && Schedules.areHarmless(faults)) {
        Map<String, String> expected = undisturbed(scenario).results();
        if (!results.equals(expected)) {
          problems.add("the results are %s instead of %s".formatted(results, expected));
        }
      }
      return new Run(
          seed,
          scenario,
          faults,
          problems,
          List.copyOf(simulation.connection().trace()),
          writes,
          length,
          results,
          simulation.connection().happened());
    }
  }

  private static Map<String, String> results(Simulation simulation) {
    Map<String, String> results = new TreeMap<>();
    for (Stored experiment : simulation.objects().list(ApiKind.EXPERIMENTS, null)) {
      JsonNode status = experiment.tree().path("status");
      List<String> rows = new ArrayList<>();
      for (JsonNode row : status.path("configurations")) {
        rows.add(
            "%s %s/s %s/s"
                .formatted(
                    row.path("name").asText(),
                    row.path("peakPerSecond").path("mean").asText(),
                    row.path("capacityPerSecond").path("mean").asText()));
      }
      rows.addAll(simulation.witness().deletedUnderLoad(experiment));
      results.put(
          experiment.namespace() + "/" + experiment.name(),
          "%s %s %s"
              .formatted(status.path("phase").asText(), status.path("verdict").asText(), rows));
    }
    return results;
  }

  /** The same with as few faults as needed for something to be wrong. */
  Run shortest() {
    for (Fault fault : faults) {
      List<Fault> fewer = new ArrayList<>(faults);
      fewer.remove(fault);
      Run shorter = of(seed, scenario, fewer);
      if (!shorter.problems().isEmpty()) {
        return shorter.shortest();
      }
    }
    return this;
  }

  /** What a person needs to understand it. */
  String report() {
    return """

        seed %d, scenario %s: again with -Dsimulation.seed=%d
        faults:
          %s
        problems:
          %s
        results: %s
        writes and faults, with the virtual time in seconds:
        %s
        """
        .formatted(
            seed,
            scenario,
            seed,
            String.join("\n  ", faults.stream().map(Fault::toString).toList()),
            String.join("\n  ", problems),
            results,
            String.join(
                "\n", trace.subList(Math.max(0, trace.size() - SHOWN_LINES), trace.size())));
  }
}
