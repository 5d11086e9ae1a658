package dev.scalelab.operator.simulation;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.function.Supplier;

/**
 * What users ask of a simulated operator.
 *
 * @param namespaces in which experiments run
 * @param shareNodes whether experiments do not wait for each other
 * @param given makes the experiments
 */
record Scenario(
    String name,
    List<String> namespaces,
    boolean shareNodes,
    Supplier<List<ScalabilityExperiment>> given) {
  /** One configuration, one run, no database. */
  static final Scenario SMALLEST =
      new Scenario("smallest", List.of("lab"), true, () -> List.of(cart("lab", "small")));

  /** A database, whose content is created, reset before the run and counted after it. */
  static final Scenario DATABASE =
      new Scenario(
          "database",
          List.of("lab"),
          true,
          () ->
              List.of(
                  Experiments.with(
                      Experiments.small("lab"),
                      "{sweep: {replicas: [1]}, load: {open: {rates: [20, 80]}}}")));

  /** Two configurations in a closed model, loaded by two generators. */
  static final Scenario CONFIGURATIONS =
      new Scenario(
          "configurations",
          List.of("lab"),
          true,
          () ->
              List.of(Experiments.shared(Experiments.closed(Experiments.cart("lab"), 20, 60), 2)));

  /** Experiments in two namespaces that wait for each other. */
  static final Scenario QUEUE =
      new Scenario(
          "queue",
          List.of("lab", "team"),
          false,
          () -> List.of(cart("lab", "first"), cart("team", "second"), cart("lab", "third")));

  /** The capacity is searched for, in two rounds with servers of their own. */
  static final Scenario SEARCH =
      new Scenario(
          "search",
          List.of("lab"),
          true,
          () ->
              List.of(
                  Experiments.with(
                      Experiments.cart("lab"),
                      """
                      sweep: {replicas: [1], order: Interleaved}
                      load: {open: null, search: {max: 100}, repetitions: 2}
                      """)));

  /** One of two servers is deleted in each of two runs, after which they get new servers. */
  static final Scenario DISTURBED =
      new Scenario(
          "disturbed",
          List.of("lab"),
          true,
          () ->
              List.of(
                  Experiments.with(
                      Experiments.cart("lab"),
                      """
                      sweep: {replicas: [2]}
                      load: {open: {rates: [20, 80]}, repetitions: 2}
                      disturbances: [{name: kill, action: DeletePod, tier: Application, step: 1, atSecond: 10}]
                      maxInvalidRuns: 6
                      """)));

  /** Two rounds with servers of their own, of which some are cold in their first step. */
  static final Scenario ROUNDS =
      new Scenario(
          "rounds",
          List.of("lab"),
          true,
          () -> List.of(Experiments.with(cart("lab", "small"), "load: {repetitions: 2}")));

  /** A search and a queue take several times as long as the others. */
  private static final List<Scenario> OF_SEEDS =
      List.of(
          SMALLEST,
          DATABASE,
          DISTURBED,
          CONFIGURATIONS,
          SMALLEST,
          SMALLEST,
          DATABASE,
          SEARCH,
          DISTURBED,
          SMALLEST,
          DATABASE,
          ROUNDS,
          CONFIGURATIONS,
          SMALLEST,
          SMALLEST,
          QUEUE);

  /** The scenario of a seed. */
  static Scenario of(long seed) {
    return OF_SEEDS.get((int) (seed % OF_SEEDS.size()));
  }

  private static ScalabilityExperiment cart(String namespace, String name) {
    ScalabilityExperiment cart =
        Experiments.with(
            Experiments.cart(namespace),
            "{sweep: {replicas: [1]}, load: {open: {rates: [20, 80]}}}");
    cart.getMetadata().setName(name);
    return cart;
  }

  List<ScalabilityExperiment> experiments() {
    return given.get();
  }

  @Override
  public String toString() {
    return name;
  }
}
