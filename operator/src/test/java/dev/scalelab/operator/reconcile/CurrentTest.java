package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.created;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Given.warmSince;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The trial to work on, and what of its testbed is read before the next step. */
class CurrentTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);
  private static final Configuration SECOND = PLAN.configurations().get(1);

  /** Whether it keeps its testbed, whether there may be leftovers, whether it only has to end. */
  static Stream<Arguments> states() {
    return Stream.of(
        arguments("does not exist", null, false, true, false),
        arguments("nothing deployed", begun(), true, true, false),
        arguments("deploying", created(begun(), "Servers", null), true, false, false),
        arguments("warm", warm(), true, false, false),
        arguments("in a run", warm(run(1, RunPhase.RUNNING)), true, false, false),
        arguments(
            "after an invalid run",
            warmSince(LONG_AGO, run(1, RunPhase.INVALID)),
            false,
            true,
            false),
        arguments("after its last run", warm(run(1, RunPhase.VALID)), true, false, true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  void saysWhatIsToBeRead(
      String name, ScalabilityTrialStatus status, boolean keeps, boolean leftovers, boolean ends) {
    Current current = new Current(FIRST, status);

    assertThat(current.keepsTestbed()).as("keeps its testbed").isEqualTo(keeps);
    assertThat(current.mayHaveLeftovers()).as("may have leftovers").isEqualTo(leftovers);
    assertThat(current.onlyEnds()).as("only has to end").isEqualTo(ends);
  }

  @Test
  void isTheNextOfTheSchedule() {
    ScalabilityTrialStatus second = begun();

    assertThat(Current.of(PLAN, Map.of(FIRST.name(), succeeded(60), SECOND.name(), second)))
        .contains(new Current(SECOND, second));
    assertThat(Current.of(PLAN, Map.of(FIRST.name(), succeeded(60))))
        .contains(new Current(SECOND, null));
    assertThat(Current.of(PLAN, Map.of(FIRST.name(), succeeded(60), SECOND.name(), succeeded(110))))
        .isEmpty();
  }
}
