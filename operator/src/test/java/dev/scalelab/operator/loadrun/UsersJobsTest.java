package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The load of users who stay, each of whom has a number of transactions to do. */
class UsersJobsTest {
  private final LoadJobs loads = new LoadJobs(Experiments.images());
  private final ScalabilityExperiment users =
      Experiments.closed(Experiments.small("default"), 60, 30);

  @Test
  void aRunGetsTheNumberAndFreshServersTheirMaximumLoad() {
    ScalabilityExperiment numbered =
        Experiments.with(
            Experiments.closed(Experiments.small("default"), 60, 30),
            "load: {closed: {transactionsPerUser: 20}}");

    assertThat(
            environment(
                loads.run(
                    numbered,
                    Experiments.two(numbered),
                    Experiments.firstRun(Experiments.two(numbered)))))
        .containsEntry("USERS", "60,30")
        .containsEntry("TRANSACTIONS_PER_USER", "20");
    assertThat(environment(loads.warmUp(numbered, Experiments.two(numbered))))
        .doesNotContainKey("TRANSACTIONS_PER_USER");
  }

  @Test
  void withoutANumberThereIsNoSetting() {
    assertThat(
            environment(
                loads.run(
                    users, Experiments.two(users), Experiments.firstRun(Experiments.two(users)))))
        .doesNotContainKey("TRANSACTIONS_PER_USER");
  }

  private static Map<String, String> environment(Job job) {
    return job.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }
}
