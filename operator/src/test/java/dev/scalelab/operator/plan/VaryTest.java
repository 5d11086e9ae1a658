package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variants and factors of what users do and of the load generator. */
class VaryTest {
  private static final String CART =
      """
      workload: {type: Cart, cart: {productsPerVisit: 5}}
      load: {closed: {users: [10]}, repetitions: 1}
      sweep: {replicas: [1, 2]}
      """;
  private static final String ORDERS =
      """
      load: {open: {rates: [20]}, repetitions: 1}
      sweep: {replicas: [1]}
      """;

  @Test
  void theSizeOfASessionIsAFactor() {
    Plan plan =
        plan(
            CART, "sweep: {factors: [{setting: workload.cart.stateBytes, values: [1024, 65536]}]}");

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .extracting(
            Configuration::shortName,
            one -> one.spec().workload().cart().stateBytes(),
            one -> one.spec().workload().cart().productsPerVisit(),
            one -> one.workload().settingsOfServers().get("CART_STATE_BYTES"))
        .containsExactly(
            tuple("base-statebytes1024-1", 1024, 5, 1024),
            tuple("base-statebytes1024-2", 1024, 5, 1024),
            tuple("base-statebytes65536-1", 65536, 5, 65536),
            tuple("base-statebytes65536-2", 65536, 5, 65536));
    assertThat(plan.configurations()).extracting(Configuration::hash).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "application.heap, system.application.heap",
    "databases.main.cpu, system.databases.main.cpu"
  })
  void aPathWithoutABlockIsOneOfTheSystem(String without, String with) {
    String factor = "sweep: {factors: [{setting: %s, values: ['800m', '900m']}]}";

    assertThat(plan(ORDERS, factor.formatted(with)).configurations())
        .extracting(Configuration::hash)
        .isEqualTo(
            plan(ORDERS, factor.formatted(without)).configurations().stream()
                .map(Configuration::hash)
                .toList());
  }

  @Test
  void aVariantChangesTheWorkloadAndTheGenerator() {
    Plan plan =
        plan(
            ORDERS,
            """
            variants:
            - {name: reading, workload: {mix: {orderStatus: 1}}}
            - {name: two-generators, load: {generators: {count: 2}, requestTimeoutMillis: 500}}
            - {name: all, system: {application: {heap: 300Mi}}, workload: {mix: {newOrder: 1}}, load: {step: {seconds: 90}}}
            """);

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .extracting(
            Configuration::shortName,
            one -> one.workload().mix().size(),
            one -> one.load().generators().count(),
            one -> one.load().requestTimeoutMillis(),
            one -> one.load().step().seconds())
        .containsExactly(
            tuple("base-1", 4, 1, 10000, 60),
            tuple("reading-1", 1, 1, 10000, 60),
            tuple("two-generators-1", 4, 2, 500, 60),
            tuple("all-1", 1, 1, 10000, 90));
    assertThat(plan.configurations())
        .as("the same databases with the same dataset")
        .extracting(Configuration::layout)
        .containsOnly("base");
    assertThat(plan.summary().runSeconds()).as("each with its own steps").isEqualTo(3 * 60 + 90);
  }

  @Test
  void aWeightOfTheMixIsAFactor() {
    Plan plan =
        plan(
            ORDERS,
            """
            workload: {mix: {newOrder: 5, orderStatus: 5}}
            sweep: {factors: [{setting: workload.mix.newOrder, values: [1, 9]}]}
            """);

    assertThat(plan.configurations())
        .extracting(one -> one.workload().mix().get("newOrder"))
        .containsExactly(1, 9);
  }

  @Test
  void anotherSizeOfTheDatasetIsInOtherDatabases() {
    Plan plan =
        plan(
            ORDERS,
            """
            sweep: {factors: [{setting: workload.scale, values: [10, 40]}, {setting: application.heap, values: [300Mi, 400Mi]}]}
            """);

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .extracting(
            one -> one.spec().workload().scale(),
            Configuration::layout,
            one -> one.databases().get(0).cluster(),
            one -> one.workload().loadSettings().get("SCALE"))
        .containsExactly(
            tuple(10, "base", "vary-base-db", 10),
            tuple(10, "base", "vary-base-db", 10),
            tuple(40, "base-scale40-heap300mi", "vary-base-scale40-heap300mi-db", 40),
            tuple(40, "base-scale40-heap300mi", "vary-base-scale40-heap300mi-db", 40));
  }

  @Test
  void aLoadThatNeedsMoreRowsHasThem() {
    Plan plan =
        plan(
            """
            workload: {type: Portal}
            load: {open: {rates: [20]}, repetitions: 1}
            sweep: {replicas: [1]}
            """,
            "sweep: {factors: [{setting: workload.portal.ordersPerSecond, values: [5, 400]}]}");

    assertThat(plan.configurations())
        .extracting(one -> one.spec().workload().scale(), Configuration::layout)
        .containsExactly(tuple(10, "base"), tuple(20, "base-orderspersecond400"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "workload.cart.stateByte  | there is no setting workload.cart.stateByte; the nearest is workload.cart.stateBytes",
        "load.generator.count     | there is no setting load.generator.count; the nearest is load.generators.count",
        "aplication.heap          | there is no setting aplication.heap; the nearest is application.heap",
        "workload.mix             | there is no setting workload.mix; the nearest is workload.mix.NAME",
        "workload.type            | workload.type must be the same for all configurations",
        "load.closed.users        | load.closed.users must be the same for all configurations",
        "load.repetitions         | load.repetitions must be the same for all configurations",
      })
  void anUnknownPathIsRefusedWithTheNearest(String setting, String message) {
    Plan plan = plan(CART, "sweep: {factors: [{setting: %s, values: [1, 2]}]}".formatted(setting));

    assertThat(plan.violations()).hasSize(1);
    assertThat(plan.violations().get(0).field()).isEqualTo("spec.sweep.factors");
    assertThat(plan.violations().get(0).message()).startsWith(message);
  }

  private static Plan plan(String spec, String change) {
    return Planner.plan("vary", Experiments.with(Experiments.of("lab", spec), change).getSpec());
  }
}
