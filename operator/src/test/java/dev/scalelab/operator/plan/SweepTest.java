package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** Configurations from variants, factors and replicas, and invalid combinations. */
class SweepTest {
  private static final String VARIANTS =
      """
      variants:
      - {name: one-copy, system: {state: {web: {copies: 1}}}}
      - {name: big, system: {application: {cpu: 800m, heap: 512Mi}}}
      """;

  private static Plan plan(String change) {
    return Planner.plan("study", Experiments.with(Given.spec(), change));
  }

  @Test
  void everyVariantIsMeasuredAtEachCountAfterTheSystemAsGiven() {
    Plan plan = plan(VARIANTS);

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .extracting(Configuration::name)
        .containsExactly(
            "study-base-1",
            "study-base-2",
            "study-one-copy-1",
            "study-one-copy-2",
            "study-big-1",
            "study-big-2");
  }

  @Test
  void aVariantChangesWhatItNamesAndNothingElse() {
    Plan plan = plan(VARIANTS);
    var base = plan.configurations().get(0).spec().system();
    var oneCopy = plan.configurations().get(2).spec().system();
    var big = plan.configurations().get(4).spec().system();

    assertThat(oneCopy.state().web().copies()).isEqualTo(1);
    assertThat(oneCopy.state().bean()).isEqualTo(base.state().bean());
    assertThat(oneCopy.application()).isEqualTo(base.application());
    assertThat(big.application().cpu()).hasToString("800m");
    assertThat(big.application().heap()).hasToString("512Mi");
    assertThat(big.application().memory()).isEqualTo(base.application().memory());
  }

  @Test
  void aListIsReplacedWholeAndNullRestoresTheDefault() {
    Plan plan =
        plan(
            """
            system: {application: {jvmOptions: ["-XX:+UseZGC"], connectionPoolSize: 4}}
            variants:
            - {name: plain, system: {application: {jvmOptions: ["-Xshare:off"]}}}
            - {name: usual, system: {application: {connectionPoolSize: null}}}
            """);

    assertThat(plan.configurations().get(2).application().jvmOptions())
        .containsExactly("-Xshare:off");
    assertThat(plan.configurations().get(4).application().connectionPoolSize()).isEqualTo(20);
  }

  @Test
  void factorsAreCrossedWithVariantsAndReplicas() {
    Plan plan =
        plan(
            """
            variants: [{name: one-copy, system: {state: {web: {copies: 1}}}}]
            sweep:
              replicas: [2]
              factors:
              - {setting: application.heap, values: [256Mi, 384Mi]}
              - {setting: application.connectionPoolSize, values: [5, 10]}
            """);

    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly(
            "base-heap256mi-connectionpoolsize5-2",
            "base-heap256mi-connectionpoolsize10-2",
            "base-heap384mi-connectionpoolsize5-2",
            "base-heap384mi-connectionpoolsize10-2",
            "one-copy-heap256mi-connectionpoolsize5-2",
            "one-copy-heap256mi-connectionpoolsize10-2",
            "one-copy-heap384mi-connectionpoolsize5-2",
            "one-copy-heap384mi-connectionpoolsize10-2");
    assertThat(plan.configurations().get(5).application().heap()).hasToString("256Mi");
    assertThat(plan.configurations().get(5).application().connectionPoolSize()).isEqualTo(10);
    assertThat(plan.configurations()).extracting(Configuration::hash).doesNotHaveDuplicates();
  }

  @Test
  void theBaseIsMeasuredTwiceToSeeWhatChanceDoes() {
    Plan plan =
        plan(
            "{load: {repetitions: 2}, sweep: {aa: true, replicas: [1, 2], exclude: [{variant: base, replicas: 2}]}}");

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-1", "base-again-1");
    assertThat(plan.configurations().get(1).spec()).isEqualTo(plan.configurations().get(0).spec());
  }

  @Test
  void measuringTheBaseTwiceNeedsTheBaseAndSeveralRounds() {
    assertThat(violation("sweep: {aa: true}"))
        .isEqualTo(
            "spec.sweep.aa: it needs load.repetitions of at least 2: one round does not show how much the next would differ");
    assertThat(
            violation(
                VARIANTS + "load: {repetitions: 2}\nsweep: {aa: true, variants: [one-copy, big]}"))
        .isEqualTo("spec.sweep.aa: it measures base twice, so base must be in sweep.variants");
    assertThat(
            violation(
                """
                variants: [{name: base-again, system: {application: {cpu: 800m}}}]
                load: {repetitions: 2}
                sweep: {aa: true}
                """))
        .isEqualTo(
            "spec.variants[base-again].name: base-again is the second base of sweep.aa: rename the variant");
  }

  private static String violation(String change) {
    return Violation.text(plan(change).violations());
  }

  @Test
  void aDatabaseIsVariedByItsName() {
    Plan plan =
        plan("sweep: {replicas: [1], factors: [{setting: databases.main.cpu, values: [500m, 1]}]}");

    assertThat(plan.configurations())
        .extracting(configuration -> configuration.databases().get(0).spec().cpu().toString())
        .containsExactly("500m", "1");
    assertThat(plan.configurations())
        .extracting(Configuration::layout)
        .as("each has a database of its own")
        .doesNotHaveDuplicates();
  }

  @Test
  void configurationsWithTheSameDatabasesShareThem() {
    assertThat(plan(VARIANTS).configurations())
        .extracting(Configuration::layout)
        .containsOnly("base");
    assertThat(
            plan("sweep: {factors: [{setting: application.connectionPoolSize, values: [5, 90]}]}")
                .configurations())
        .as("maxConnections is derived from the largest pools of all")
        .allSatisfy(
            one ->
                assertThat(one.databases().get(0).spec().maxConnections()).isEqualTo(2 * 91 + 10))
        .extracting(Configuration::layout)
        .containsOnly("base");
  }

  @Test
  void whatIsExcludedIsNotMeasured() {
    Plan plan =
        plan(
            VARIANTS
                + """
                sweep:
                  variants: [big, base]
                  exclude: [{variant: big, replicas: 2}]
                """);

    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("big-1", "base-1", "base-2");
    assertThat(
            plan("""
                    sweep:
                      factors: [{setting: application.page, values: ["true", "false"]}]
                      exclude: [{factors: [{setting: application.page, value: "true"}]}]
                    """)
                .configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-pagefalse-1", "base-pagefalse-2");
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearest() {
    assertRefused(
        "sweep: {factors: [{setting: application.haep, values: [256Mi]}]}",
        "spec.sweep.factors",
        "there is no setting application.haep; the nearest is application.heap");
    assertRefused(
        "sweep: {factors: [{setting: heap, values: [256Mi]}]}",
        "spec.sweep.factors",
        "there is no setting heap; the nearest is application.heap");
    assertRefused(
        "sweep: {factors: [{setting: application, values: [256Mi]}]}",
        "spec.sweep.factors",
        "there is no setting application");
    assertRefused(
        "sweep: {factors: [{setting: databases.orders.cpu, values: [1]}]}",
        "spec.sweep.factors",
        "databases.orders.cpu: there is no orders, only main");
    assertRefused(
        "sweep: {factors: [{setting: application.heap, values: [[256Mi]]}]}",
        "spec.sweep.factors",
        "values of application.heap must be numbers or texts");
  }

  @Test
  void aVariantWithoutARequiredFieldIsRefused() {
    assertRefused(
        "variants: [{name: nameless, system: {databases: [{cpu: 500m}]}}]",
        "spec.variants[nameless].system",
        "databases[].name must be given");
  }

  @Test
  void configurationsMustHaveNamesOfTheirOwn() {
    assertRefused(
        "sweep: {factors: [{setting: application.logLevel, values: [WARN, warn]}]}",
        "spec.sweep",
        "two configurations would be called base-loglevelwarn");
  }

  /** One of base's databases and a variant's only database would have the same name. */
  @Test
  void differentDatabasesMustHaveNamesOfTheirOwn() {
    String change =
        """
        system:
          databases:
          - {name: db, domains: [Customer, Corporate]}
          - {name: plant, domains: [Manufacturing, Supplier]}
        variants: [{name: %s, system: {databases: [{name: main}]}}]
        """;

    assertRefused(
        change.formatted("base-db"),
        "spec.variants",
        "base-1 and base-db-1 would have different databases with the same name, study-base-db-db");
    assertThat(plan(change.formatted("single")).violations()).isEmpty();
  }

  /** A variant has the same name as a configuration of a factor's value. */
  @Test
  void differentLayoutsMustHaveNamesOfTheirOwn() {
    assertRefused(
        """
        variants: [{name: base-cpu1, system: {databases: [{name: main, memory: 1Gi}]}}]
        sweep:
          variants: [base-cpu1, base]
          factors: [{setting: databases.main.cpu, values: [500m, 1]}]
        """,
        "spec.variants",
        "base-cpu1-cpu500m-1 and base-cpu1-1 would have different databases with the same name");
  }

  @Test
  void excludingEverythingIsRefused() {
    assertRefused(
        "sweep: {exclude: [{variant: base}]}",
        "spec.sweep.exclude",
        "it excludes every configuration");
  }

  @Test
  void anExclusionThatMatchesNothingIsRefused() {
    assertRefused(
        """
        sweep:
          factors: [{setting: application.page, values: ["true", "false"]}]
          exclude:
            - {replicas: 2}
            - {factors: [{setting: application.page, value: "no"}]}
        """,
        "spec.sweep.exclude[1]",
        "it matches no configuration: there are variants [base], replicas [1, 2], application.page [true, false]");
    assertRefused(
        "sweep: {exclude: [{replicas: 9}]}",
        "spec.sweep.exclude[0]",
        "it matches no configuration: there are variants [base], replicas [1, 2]");
  }

  private static void assertRefused(String change, String field, String message) {
    assertThat(plan(change).startViolations())
        .anySatisfy(
            violation -> {
              assertThat(violation.field()).isEqualTo(field);
              assertThat(violation.reason()).isEqualTo(Reason.SPEC_INVALID);
              assertThat(violation.message()).startsWith(message);
            });
  }
}
