package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmStartTest {
  private static final Plan PLAN =
      Planner.plan(
          "small",
          Experiments.with(
              Given.spec(),
              """
              sweep: {replicas: [1, 2, 4]}
              variants: [{name: slow, system: {application: {cpu: 200m}}}]
              load: {open: null, search: {min: 1, max: 100, tolerancePercent: 5, model: Open}}
              """));

  private final Map<String, ScalabilityTrialStatus> statuses = new HashMap<>();

  @Test
  void nothingIsKnownOfTheFirst() {
    assertThat(start("base-1").known()).isFalse();
  }

  @Test
  void aRoundBeginsJustBelowTheRoundsBefore() {
    found("base-2", 40, 44.1);
    assertThat(start("base-2").level()).isCloseTo(42 / Math.sqrt(1.05), within(0.01));
    assertThat(start("base-2").factor()).isEqualTo(1.05);
  }

  @Test
  void anotherNumberOfServersBeginsByTheNearest() {
    found("base-1", 20);
    found("base-2", 30);
    assertThat(start("base-4").level()).as("from two servers").isCloseTo(54, within(1e-9));
    statuses.remove("small-base-1");
    assertThat(start("base-1").level()).isCloseTo(30 / 2.0 / 0.9, within(1e-9));
  }

  @Test
  void aVariantBeginsByTheBaseWithAsManyServers() {
    found("base-1", 20);
    found("base-2", 30);
    assertThat(start("slow-2").level()).isCloseTo(30, within(1e-9));
  }

  private SearchStart start(String name) {
    Configuration configuration =
        PLAN.configurations().stream()
            .filter(one -> one.shortName().equals(name))
            .findFirst()
            .orElseThrow();
    return new WarmStart(PLAN, statuses).of(configuration);
  }

  private void found(String name, double... levels) {
    ScalabilityTrialStatus status = Given.warm();
    for (double level : levels) {
      status =
          status.searched(new SearchRound(status.searched().size() + 1, level, true, List.of()));
    }
    statuses.put("small-" + name, status);
  }
}
