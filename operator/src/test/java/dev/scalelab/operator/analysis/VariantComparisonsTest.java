package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.AaResult;
import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ComparisonVerdict;
import dev.scalelab.operator.api.LoadModel;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which configurations are compared with which. */
class VariantComparisonsTest {
  private static final String ONE_COPY =
      "variants: [{name: one-copy, system: {state: {web: {copies: 1}}}}]";
  private static final Plan PLAN = MeasuredRounds.plan(ONE_COPY);

  @Test
  void eachVariantWithTheBaseAtTheSameNumberOfServers() {
    List<ComparisonResult> all =
        compare(
            PLAN,
            MeasuredRounds.of(PLAN, "base-1", 49, 50, 51),
            MeasuredRounds.of(PLAN, "base-2", 93, 95, 97),
            MeasuredRounds.of(PLAN, "one-copy-1", 59, 60, 62),
            MeasuredRounds.of(PLAN, "one-copy-2", 93, 96, 98));

    assertThat(all)
        .extracting(ComparisonResult::message)
        .containsExactly(
            "one-copy does 21 % more than base at 1 pod (19 to 22 %; 3 rounds, interleaved)",
            "one-copy and base do the same within 5 % at 2 pods (\u22120.4 to 1.8 %)");
  }

  @Test
  void roundsOnTheSameServersAreNamed() {
    Plan listed = MeasuredRounds.plan(ONE_COPY + "\nsweep: {order: Listed}");

    assertThat(
            compare(
                    listed,
                    MeasuredRounds.of(listed, "base-1", 49, 50, 51),
                    MeasuredRounds.of(listed, "one-copy-1", 59, 60, 62))
                .get(0)
                .message())
        .endsWith("; 3 rounds, one after another)");
  }

  @Test
  void theMarginIsTheUsers() {
    Plan strict = MeasuredRounds.plan(ONE_COPY + "\nsweep: {equivalencePercent: 1}");

    assertThat(
            compare(
                    strict,
                    MeasuredRounds.of(strict, "base-2", 93, 95, 97),
                    MeasuredRounds.of(strict, "one-copy-2", 93, 96, 98))
                .get(0)
                .verdict())
        .isEqualTo(ComparisonVerdict.NOT_SHOWN);
  }

  @Test
  void aBaselineThatIsNotMeasuredYetIsWaitedFor() {
    assertThat(compare(PLAN, MeasuredRounds.of(PLAN, "one-copy-1", 59, 60, 62))).isEmpty();
  }

  @Test
  void theFirstVariantWhereBaseIsLeftOut() {
    Plan plan =
        MeasuredRounds.plan(
            """
            variants:
            - {name: one-copy, system: {state: {web: {copies: 1}}}}
            - {name: small, system: {application: {heap: 256Mi}}}
            sweep: {variants: [one-copy, small]}
            """);

    assertThat(
            compare(
                plan,
                MeasuredRounds.of(plan, "one-copy-1", 49, 50, 51),
                MeasuredRounds.of(plan, "small-1", 39, 40, 41)))
        .extracting(ComparisonResult::variant, ComparisonResult::baseline)
        .containsExactly(tuple("small", "one-copy"));
  }

  @Test
  void valuesOfFactorsWithTheFirstOnesIfThereIsOneVariant() {
    Plan plan =
        MeasuredRounds.plan(
            "sweep: {replicas: [1], factors: [{setting: application.heap, values: [256Mi, 512Mi]}]}");

    ComparisonResult result =
        compare(
                plan,
                MeasuredRounds.of(plan, "base-heap256mi-1", 49, 50, 51),
                MeasuredRounds.of(plan, "base-heap512mi-1", 59, 60, 62))
            .get(0);

    assertThat(result.factors()).isNull();
    assertThat(result.message())
        .startsWith(
            "base with application.heap=512Mi does 21 % more than base with application.heap=256Mi at"
                + " 1 pod");
  }

  @Test
  void variantsAtTheSameValuesOfFactors() {
    Plan plan =
        MeasuredRounds.plan(
            ONE_COPY
                + "\nsweep: {replicas: [1], factors: [{setting: application.heap, values: [256Mi, 512Mi]}]}");

    ComparisonResult result =
        compare(
                plan,
                MeasuredRounds.of(plan, "base-heap512mi-1", 49, 50, 51),
                MeasuredRounds.of(plan, "one-copy-heap512mi-1", 59, 60, 62))
            .get(0);

    assertThat(result.factors()).isEqualTo("application.heap=512Mi");
    assertThat(result.message())
        .startsWith("one-copy does 21 % more than base at 1 pod with application.heap=512Mi (");
  }

  @Test
  void oneRoundClaimsNoRatio() {
    Plan plan = MeasuredRounds.plan(ONE_COPY + "\nload: {repetitions: 1}");

    ComparisonResult result =
        compare(
                plan,
                MeasuredRounds.of(plan, "base-1", 49),
                MeasuredRounds.of(plan, "one-copy-1", 149))
            .get(0);

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.NOT_COMPARED);
    assertThat(result.ratio()).isNull();
    assertThat(result.message())
        .isEqualTo(
            "one-copy and base were not compared at 1 pod: one round does not show how much the next"
                + " would differ: set load.repetitions to 3 or more");
  }

  @Test
  void aPeakThatWasOnlyRequestedIsNotCompared() {
    ComparisonResult result =
        compare(
                PLAN,
                MeasuredRounds.unsaturated(PLAN, "base-1", 20, 20, 20),
                MeasuredRounds.of(PLAN, "one-copy-1", 19, 18, 19))
            .get(0);

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.NOT_COMPARED);
    assertThat(result.message())
        .isEqualTo(
            "one-copy and base were not compared at 1 pod: base-1 did all that was requested, so that"
                + " its peak is, or may be, higher: raise the load");
  }

  @Test
  void capacitiesOnlyWhereTheyWereSearchedFor() {
    Measured base = searched("base-1", 20, 20.2, 20.4);
    Measured oneCopy = searched("one-copy-1", 25, 25.2, 25.4);
    Measured ladder = MeasuredRounds.of(PLAN, "one-copy-1", 49, 50, 51);

    assertThat(compare(PLAN, base, oneCopy).get(0).message())
        .startsWith("one-copy carries 25 % more than base at 1 pod (");
    assertThat(compare(PLAN, base, ladder).get(0).message())
        .as("of given loads it is one of them: their peaks, which are equal here")
        .startsWith("one-copy and base do the same within 5 % at 1 pod (");
  }

  /** A configuration with peaks of about 50, and these capacities found by a search. */
  private static Measured searched(String name, double... capacities) {
    TrialResult ladder = MeasuredRounds.result(49, 50, 51);
    List<RoundFigures> rounds = new ArrayList<>();
    for (int i = 0; i < capacities.length; i++) {
      rounds.add(ladder.rounds().get(i).withCapacityPerSecond(capacities[i]));
    }
    SearchResult search = new SearchResult(LoadModel.OPEN, 20.0, 19.5, 36, null, null, null, 19.5);
    return new Measured(
        MeasuredRounds.configuration(PLAN, name), ladder.withRounds(rounds).withSearch(search));
  }

  @Test
  void theBaseMeasuredTwice() {
    Plan plan = MeasuredRounds.plan(ONE_COPY + "\nsweep: {aa: true}");
    List<Measured> same =
        List.of(
            MeasuredRounds.of(plan, "base-1", 49, 50, 51),
            MeasuredRounds.of(plan, "one-copy-1", 59, 60, 62),
            MeasuredRounds.of(plan, "base-again-1", 49.5, 50, 50.5));

    AaResult aa = new VariantComparisons(plan, same).aa().orElseThrow();

    assertThat(aa.broken()).isFalse();
    assertThat(aa.message())
        .startsWith("the base measured twice does the same within 5 % at 1 pod: ");
    assertThat(new VariantComparisons(plan, same).all(false))
        .as("it is no variant")
        .extracting(ComparisonResult::variant)
        .containsExactly("one-copy");
    assertThat(new VariantComparisons(PLAN, same.subList(0, 2)).aa()).isEmpty();
  }

  private static List<ComparisonResult> compare(Plan plan, Measured... measured) {
    return new VariantComparisons(plan, List.of(measured)).all(false);
  }
}
