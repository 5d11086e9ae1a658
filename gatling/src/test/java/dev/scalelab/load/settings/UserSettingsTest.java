package dev.scalelab.load.settings;

import static dev.scalelab.load.settings.Environments.violations;
import static dev.scalelab.load.settings.Environments.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.Quota;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The number of transactions that users of a closed model do in a step. */
class UserSettingsTest {

  @Test
  void byDefaultUsersDoAsManyTransactionsAsThereIsTimeFor() throws InvalidSettingsException {
    assertThat(SettingsReader.read(users("3")).quota().isGiven()).isFalse();
  }

  @Test
  void usersOfEachGeneratorDoTheirNumber() throws InvalidSettingsException {
    Map<String, String> environment = users("3,8");
    environment.put("TRANSACTIONS_PER_USER", "20");
    environment.put("GENERATORS", "2");
    environment.put("GENERATOR", "1");
    environment.put("TOGETHER_URL", "http://first:9103");

    Settings settings = SettingsReader.read(environment);

    assertThat(settings.quota()).isEqualTo(new Quota(20, settings.timeline()));
    assertThat(settings.usersDriven(0)).isEqualTo(1);
    assertThat(settings.usersDriven(1)).isEqualTo(4);
  }

  @Test
  void aWarmUpHasNoNumber() throws InvalidSettingsException {
    Map<String, String> environment = users("3");
    environment.put("TRANSACTIONS_PER_USER", "20");
    environment.put("MODE", "warmup");

    assertThat(SettingsReader.read(environment).quota().isGiven()).isFalse();
  }

  @Test
  void arrivalsDoOneTransactionAndThePortalsOrdersNeverRest() {
    Map<String, String> environment = with("TRANSACTIONS_PER_USER", "20");
    environment.put("WORKLOAD", "portal");

    assertThat(violations(environment))
        .containsExactly(
            "TRANSACTIONS_PER_USER: must be 0: without USERS there are arrivals, each of which does"
                + " one (it is '20')",
            "TRANSACTIONS_PER_USER: must be 0: the orders of portal do not rest when users do (it"
                + " is '20')");
  }

  private static Map<String, String> users(String users) {
    Map<String, String> environment = with("USERS", users);
    environment.remove("RATES");
    return environment;
  }
}
