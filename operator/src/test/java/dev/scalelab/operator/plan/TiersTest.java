package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The servers of a web tier and of a bean tier. */
class TiersTest {
  private static final String FOUR = "sweep: {replicas: [4]}";
  private static final String SPLIT = "system: {tiers: {layout: Split}}";

  @Test
  void eachTierHasServersAndAClusterOfItsOwn() {
    Plan plan = plan(FOUR, "system: {tiers: {layout: Split, beanWeight: 3}}");

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations().get(0).serverGroups())
        .extracting(
            ServerGroup::partition, ServerGroup::tier, ServerGroup::pods, ServerGroup::cluster)
        .containsExactly(
            tuple("web", ServerTier.WEB, List.of("small-base-4-app-web-0"), "small-base-4-app-web"),
            tuple(
                "beans",
                ServerTier.BEANS,
                List.of(
                    "small-base-4-app-beans-0",
                    "small-base-4-app-beans-1",
                    "small-base-4-app-beans-2"),
                "small-base-4-app-beans"));
  }

  @Test
  void togetherTheyAreOneGroupAsWithoutTiers() {
    assertThat(
            plan(FOUR, "system: {tiers: {layout: Together}}")
                .configurations()
                .get(0)
                .serverGroups())
        .isEqualTo(plan(FOUR).configurations().get(0).serverGroups())
        .singleElement()
        .satisfies(all -> assertThat(all.tier()).isEqualTo(ServerTier.BOTH));
  }

  /** So results of an experiment that was begun before there were tiers remain its own. */
  @Test
  void withoutTiersNothingOfThemIsInTheSystem() {
    assertThat(plan(FOUR).configurations().get(0).spec().system())
        .satisfies(system -> assertThat(system.tiers()).isNull());
  }

  @Test
  void aVariantAndAFactorCanSplitThem() {
    Plan variant = plan(FOUR, "variants: [{name: split, system: {tiers: {layout: Split}}}]");
    Plan factor =
        plan(
            "sweep: {replicas: [4], factors: [{setting: tiers.layout, values: [Together, Split]}]}");

    assertThat(variant.violations()).isEmpty();
    assertThat(factor.violations()).isEmpty();
    for (Plan plan : List.of(variant, factor)) {
      assertThat(plan.configurations())
          .extracting(one -> one.serverGroups().size())
          .containsExactly(1, 2);
    }
    assertThat(factor.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-layouttogether-4", "base-layoutsplit-4");
  }

  @Test
  void aTierWithoutServersIsRefusedWithTheFieldOfItsVariant() {
    Plan plan =
        plan(
            "sweep: {replicas: [1, 2]}",
            "variants: [{name: split, system: {tiers: {layout: Split}}}]");

    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-1", "base-2", "split-2");
    assertThat(plan.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.variants[split].system.tiers");
              assertThat(violation.message())
                  .contains("a tier of split-1 would be without servers", "at least 2");
            });
  }

  @Test
  void copiesThatNoTierHasServersForAreRefused() {
    String three = "system: {tiers: {layout: Split}, state: {%s: {copies: 3}}}";
    for (String state : List.of("web", "bean")) {
      Plan plan = carts("sweep: {replicas: [2, 4]}", three.formatted(state));

      assertThat(plan.configurations()).isEmpty();
      assertThat(plan.violations())
          .singleElement()
          .satisfies(
              violation -> {
                assertThat(violation.field()).isEqualTo("spec.system.state." + state + ".copies");
                assertThat(violation.message()).startsWith("copies must be at most 2: ");
              });
      assertThat(carts("sweep: {replicas: [2, 6]}", three.formatted(state)).violations()).isEmpty();
    }
  }

  @Test
  void copiesCountInTheTierThatHasThem() {
    String weights = "system: {tiers: {layout: Split, beanWeight: 3}, state: {bean: {copies: 3}}}";

    assertThat(carts(FOUR, weights).violations()).isEmpty();
  }

  @Test
  void onlyTheServersWithTheBeansUseADatabase() {
    Plan plan = books(FOUR, SPLIT);

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations().get(0).serverGroups())
        .extracting(group -> group.databases().size())
        .containsExactly(0, 1);
  }

  /** Two servers with the beans need 41 connections each, and ten are for others. */
  @Test
  void aDatabaseNeedsConnectionsForTheServersWithTheBeans() {
    String pools =
        "system: {application: {connectionPoolSize: 40}, databases: [{name: main, maxConnections: %d}]}";

    assertThat(books(FOUR, SPLIT, pools.formatted(92)).violations()).isEmpty();
    assertThat(books(FOUR, SPLIT, pools.formatted(91)).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.databases[main].maxConnections");
              assertThat(violation.message())
                  .contains("base-4 needs 92 connections of the servers that use it");
            });
  }

  /** Each of the two begins with a connection in its pool and one that checks the database. */
  @Test
  void aDatabaseThatMayRefuseConnectionsNeedsThoseWithWhichTheServersBegin() {
    String unchecked =
        "system: {databases: [{name: main, maxConnections: %d, connections: Unchecked}]}";

    assertThat(books(FOUR, SPLIT, unchecked.formatted(14)).violations()).isEmpty();
    assertThat(books(FOUR, SPLIT, unchecked.formatted(13)).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.databases[main].maxConnections");
              assertThat(violation.message()).contains("base-4 needs 14 connections");
            });
  }

  private static Plan books(String... changes) {
    return plan(Experiments.bookstore("default").getSpec(), changes);
  }

  private static Plan carts(String... changes) {
    return plan(Experiments.cart("default").getSpec(), changes);
  }

  private static Plan plan(String... changes) {
    return plan(Experiments.cells("default").getSpec(), changes);
  }

  private static Plan plan(ScalabilityExperimentSpec given, String... changes) {
    ScalabilityExperimentSpec spec = given;
    for (String change : changes) {
      spec = Experiments.with(spec, change);
    }
    return Planner.plan("small", spec);
  }
}
