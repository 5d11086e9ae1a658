package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.TrialJobs.environment;
import static dev.scalelab.operator.loadrun.TrialJobs.run;
import static dev.scalelab.operator.loadrun.TrialJobs.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** The load of users who stay, each of whom has a number of transactions to do. */
class UsersJobsTest {
  private final ScalabilityExperiment users =
      Experiments.closed(Experiments.small("default"), 60, 30);

  @Test
  void aRunGetsTheNumberAndFreshServersTheirMaximumLoad() {
    ScalabilityExperiment numbered =
        Experiments.with(
            Experiments.closed(Experiments.small("default"), 60, 30),
            "load: {closed: {transactionsPerUser: 20}}");

    assertThat(environment(run(numbered)))
        .containsEntry("USERS", "60,30")
        .containsEntry("TRANSACTIONS_PER_USER", "20");
    assertThat(environment(warmUp(numbered))).doesNotContainKey("TRANSACTIONS_PER_USER");
  }

  @Test
  void withoutANumberThereIsNoSetting() {
    assertThat(environment(run(users))).doesNotContainKey("TRANSACTIONS_PER_USER");
  }
}
