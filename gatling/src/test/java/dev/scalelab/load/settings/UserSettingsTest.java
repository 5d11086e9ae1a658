package dev.scalelab.load.settings;

import static dev.scalelab.load.settings.Environments.violations;
import static dev.scalelab.load.settings.Environments.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.Quota;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The number of transactions that users of a closed model complete in a step. */
class UserSettingsTest {

  @Test
  void byDefaultUsersDoAsManyTransactionsAsThereIsTimeFor() throws InvalidSettingsException {
    assertThat(SettingsReader.read(users("3")).quota().isGiven()).isFalse();
  }

  @Test
  void usersHaveTheirNumberToDo() throws InvalidSettingsException {
    Map<String, String> environment = users("3,8");
    environment.put("TRANSACTIONS_PER_USER", "20");

    Settings settings = SettingsReader.read(environment);

    assertThat(settings.quota()).isEqualTo(new Quota(20, settings.timeline()));
  }

  @Test
  void aWarmUpHasNoNumber() throws InvalidSettingsException {
    Map<String, String> environment = users("3");
    environment.put("TRANSACTIONS_PER_USER", "20");
    environment.put("MODE", "warmup");

    assertThat(SettingsReader.read(environment).quota().isGiven()).isFalse();
  }

  @Test
  void onlyUsersOfOneGeneratorWithoutAStreamHaveANumber() {
    Map<String, String> environment = with("TRANSACTIONS_PER_USER", "20");
    environment.put("WORKLOAD", "portal");
    environment.put("GENERATORS", "2");
    environment.put("TOGETHER_URL", "http://first:9103");

    assertThat(violations(environment))
        .containsExactly(
            "TRANSACTIONS_PER_USER: must be 0: it requires USERS (it is '20')",
            "TRANSACTIONS_PER_USER: must be 0: the orders of portal are measured to the step's end"
                + " (it is '20')",
            "TRANSACTIONS_PER_USER: must be 0 where GENERATORS is more than 1: each would end the"
                + " measured part by itself (it is '20')");
  }

  private static Map<String, String> users(String users) {
    Map<String, String> environment = with("USERS", users);
    environment.remove("RATES");
    return environment;
  }
}
