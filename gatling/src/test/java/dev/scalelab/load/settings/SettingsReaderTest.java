package dev.scalelab.load.settings;

import static dev.scalelab.load.settings.Environments.REQUIRED;
import static dev.scalelab.load.settings.Environments.violations;
import static dev.scalelab.load.settings.Environments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {
  private static final List<OwnKind> OWN = List.of(new OwnKind("buy", 5), new OwnKind("look", 1));

  @Test
  void whatIsNotGivenHasItsDefault() throws InvalidSettingsException {
    Settings settings = SettingsReader.read(REQUIRED);

    assertThat(settings.http().targets()).hasToString("[http://small-base-2-lb:8080]");
    assertThat(settings.http().namesClients()).isFalse();
    assertThat(settings.load().rates()).containsExactly(20.0, 40.5);
    assertThat(settings.load().stepSeconds()).isEqualTo(30);
    assertThat(settings.load().warmUpSeconds()).isEqualTo(10);
    assertThat(settings.load().rampSeconds()).isEqualTo(5);
    assertThat(settings.workload().dataset().orders()).isEqualTo(7500);
    assertThat(settings.http().requestTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.workload().mix()).containsEntry(TransactionType.NEW_ORDER, 5000);
    assertThat(settings.run().mode()).isEqualTo(Mode.MEASURE);
  }

  @Test
  void aWorkloadHasTransactionsAndPausesOfItsOwn() throws InvalidSettingsException {
    Map<String, String> environment = with("WORKLOAD", "cart");
    environment.put("THINK_MILLIS", "0-5000");
    environment.put("REQUEST_TIMEOUT_MILLIS", "1000");

    Settings settings = SettingsReader.read(environment);

    assertThat(settings.workload().mix()).isEqualTo(Map.of(TransactionType.VISIT, 10_000));
    assertThat(settings.users().thinkTime()).isEqualTo(new ThinkTime(0, 5000));
    assertThat(settings.longestTransaction()).isEqualTo(Duration.ofSeconds(12 * (1 + 5)));
    environment.put("MIX", "newOrder=100");
    assertThat(violations(environment)).singleElement().asString().startsWith("MIX: ");
  }

  @Test
  void callsOfCellsHaveWeightsAndConnections() throws InvalidSettingsException {
    Map<String, String> environment = with("WORKLOAD", "cells");
    assertThat(SettingsReader.read(environment).workload().mix())
        .isEqualTo(Map.of(TransactionType.CALL, 10_000));
    assertThat(SettingsReader.read(environment).workload().cellsMix())
        .containsOnlyKeys("3", "6", "7", "8", "10");
    assertThat(SettingsReader.read(environment).clientKinds().someClose()).isFalse();

    environment.put("CELLS_MIX", "mine=3, 10=1");
    environment.put("CELLS_KEEP_ALIVE", "false");
    assertThat(SettingsReader.read(environment).workload().cellsMix())
        .isEqualTo(Map.of("mine", 3, "10", 1));
    assertThat(SettingsReader.read(environment).clientKinds().someKeepAlive()).isFalse();
  }

  @Test
  void usersOfCellsAreOfSeveralKinds() throws InvalidSettingsException {
    Map<String, String> environment = with("WORKLOAD", "cells");
    environment.remove("RATES");
    environment.put("USERS", "10");
    environment.put("CELLS_CLIENTS", "20:300:true, 80:400:false");

    Settings settings = SettingsReader.read(environment);

    assertThat(settings.users().clientShares())
        .isEqualTo(
            Map.of(
                new ClientKind(new ThinkTime(300, 300), true), 20,
                new ClientKind(new ThinkTime(400, 400), false), 80));
    assertThat(settings.longestTransaction()).isEqualTo(Duration.ofMillis(10_400));
  }

  @Test
  void kindsOfUsersHaveTheirOwnSettingsAndAreOfCellsAlone() {
    Map<String, String> environment = with("CELLS_CLIENTS", "100:300:true");
    environment.put("WORKLOAD", "cart");
    environment.put("THINK_MILLIS", "5");
    environment.put("CELLS_KEEP_ALIVE", "false");

    assertThat(violations(environment))
        .containsExactly(
            "CELLS_CLIENTS: must be empty: only cells has kinds of client",
            "CELLS_CLIENTS: must be empty unless USERS is given",
            "THINK_MILLIS: must be 0: each of CELLS_CLIENTS has its own (it is '5')",
            "CELLS_KEEP_ALIVE: must be true: each of CELLS_CLIENTS has its own (it is 'false')");
  }

  @Test
  void ownTransactionsAreThoseThatThereAre() throws InvalidSettingsException {
    Map<String, String> environment = with("WORKLOAD", "custom");
    environment.put("MIX", "look=90,buy=10");

    Settings settings = SettingsReader.read(environment, () -> OWN);

    assertThat(settings.workload().transactions()).isEqualTo(OWN);
    assertThat(settings.workload().mix()).isEqualTo(Map.of(OWN.get(0), 1000, OWN.get(1), 9000));
    assertThat(settings.longestTransaction()).isEqualTo(Duration.ofSeconds(5 * 10));
    environment.put("MIX", "look=90,sell=10");
    environment.put("REQUESTS_PER_TRANSACTION", "4");
    assertThat(ownViolations(environment))
        .containsExactly(
            "MIX: must name each own transaction of the jars (buy, look) and no other (it names"
                + " look, sell)",
            "REQUESTS_PER_TRANSACTION: must be at least the number of requests of the own"
                + " transaction buy, 5 (it is '4')");
    environment.remove("MIX");
    assertThat(ownViolations(environment)).singleElement().asString().startsWith("MIX: ");
  }

  @Test
  void anEmptyVariableCountsAsAbsent() throws InvalidSettingsException {
    assertThat(SettingsReader.read(with("SEED", " ")).workload().seed()).isEqualTo(1);
  }

  @Test
  void aSlashAtTheEndOfTheTargetIsDropped() throws InvalidSettingsException {
    assertThat(SettingsReader.read(with("TARGET_URL", "http://a/shop/")).http().targets())
        .hasToString("[http://a/shop]");
  }

  @Test
  void generatorsBeginWithDifferentOnesOfSeveralTargets() throws InvalidSettingsException {
    HttpSettings http =
        SettingsReader.read(with("TARGET_URL", "http://a:80,http://b:80,http://c:80")).http();

    assertThat(http.targetsFrom(0)).containsExactly("http://a:80", "http://b:80", "http://c:80");
    assertThat(http.targetsFrom(4)).containsExactly("http://b:80", "http://c:80", "http://a:80");
  }

  @Test
  void allViolationsAreListedAtOnce() {
    List<String> violations =
        violations(
            Map.of(
                "RATES", "20,0",
                "STEP_SECONDS", "many",
                "MIX", "newOrder=50,changeOrder=20",
                "MODE", "loud"));

    assertThat(violations)
        .extracting(line -> line.substring(0, line.indexOf(':')))
        .containsExactly("TARGET_URL", "RATES", "STEP_SECONDS", "MIX", "MODE");
  }

  @Test
  void aViolationNamesVariableRuleAndValue() {
    assertThat(violations(with("REQUEST_TIMEOUT_MILLIS", "0")))
        .containsExactly("REQUEST_TIMEOUT_MILLIS: must be 1 to 600000 (it is '0')");
  }

  @Test
  void settingsWithoutEffectAreRefused() {
    Map<String, String> environment = new HashMap<>();
    environment.put("TARGET_URL", "http://app");
    environment.put("USERS", "5");
    environment.put("ARRIVALS", "poisson");
    environment.put("SPIKE_PERCENT", "20");
    environment.put("WORKLOAD", "cart");
    environment.put("KEYS", "skewed");

    assertThat(violations(environment))
        .containsExactlyInAnyOrder(
            "ARRIVALS: must be even: with USERS no user arrives at a rate (it is 'poisson')",
            "SPIKE_PERCENT: must be 0: with USERS no user arrives at a rate (it is '20')",
            "KEYS: must be rounds: cart has no dataset (it is 'skewed')");
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "TARGET_URL | ftp://host",
        "TARGET_URL | host:8080",
        "TARGET_URL | http://host?x=1",
        "TARGET_URL | http://user@host",
        "TARGET_URL | http://",
        "TARGET_URL | http://a,",
        "CLIENT_HEADER | a b",
        "RATES | 20,,40",
        "RATES | 20,-1",
        "RATES | NaN",
        "RATES | 200000",
        "RATES | 20;40",
        "ARRIVALS | bursts",
        "SPIKE_PERCENT | 91",
        "SPIKE_PERCENT | half",
        "KEYS | hot",
        "USERS | 0",
        "USERS | 2.5",
        "USERS | 50001",
        "STEP_SECONDS | 0",
        "STEP_SECONDS | 1.5",
        "WARM_UP_SECONDS | 30",
        "RAMP_SECONDS | 11",
        "RAMP_SECONDS | -1",
        "WORKLOAD | shop",
        "THINK_MILLIS | 5-1",
        "THINK_MILLIS | 100",
        "PRODUCTS_PER_VISIT | 0",
        "SCALE | 0",
        "SEED | x",
        "MIX | newOrder=110,changeOrder=-10",
        "MIX | newOrder=50,newOrder=50",
        "MIX | oldOrder=100",
        "MIX | newOrder",
        "MIX | newOrder=50,changeOrder=49.99",
        "MIX | newOrder=50.005,changeOrder=49.995",
        "MIX | newOrder=1e2",
        "ITEMS_PER_ORDER | 51",
        "MAX_IN_FLIGHT | 0",
        "IDLE_CONNECTION_SECONDS | 0",
        "RUN | a b",
        "MAX_TRANSACTIONS | -1",
        "MAX_TRANSACTIONS | 1",
        "WARM_SECONDS | -1",
        "WARM_SECONDS | 15",
        "METRICS_PORT | 65536",
        "CELLS_MIX | 3",
        "CELLS_MIX | 3=0",
        "CELLS_MIX | 3=101",
        "CELLS_MIX | 3=1,3=2",
        "CELLS_MIX | a/b=1",
        "CELLS_KEEP_ALIVE | no",
        "CELLS_CLIENTS | 100",
        "CELLS_CLIENTS | 100:300",
        "CELLS_CLIENTS | 100:300:no",
        "CELLS_CLIENTS | 100:-1:true",
        "CELLS_CLIENTS | 99:300:true",
        "CELLS_CLIENTS | 100:300:true,0:300:false",
        "CELLS_CLIENTS | 50:300:true,50:300:true",
        "REQUESTS_PER_VISIT | 0",
        "STREAM_RATE | -1",
        "STREAM_RATE | 5",
        "STREAM_RATE | NaN",
        "GENERATORS | 17",
        "GENERATOR | 1",
        "TOGETHER_URL | http://host",
        "TOGETHER_URL | https://host:9103",
        "TOGETHER_URL | http://host:9103/there",
        "TOGETHER_SECONDS | 0",
        "LARGE_ORDER_PERCENT | 101",
        "LARGE_ORDER_PERCENT | -1",
        "LARGE_ORDER_PIECES | 0",
        "LARGE_ORDER_PIECES | 1000000",
        "PACING_MILLIS | -1",
        "PACING_MILLIS | 600001",
      })
  void aBadValueIsRefusedUnderItsOwnName(String variable, String value) {
    assertThat(violations(with(variable, value)))
        .singleElement()
        .asString()
        .startsWith(variable + ": ");
  }

  @Test
  void aSessionOfTheBookStoreTakesABookOutAndHasOneLeft() {
    Map<String, String> environment = new HashMap<>(with("WORKLOAD", "bookstore"));
    environment.put("PRODUCTS_PER_VISIT", "1");

    assertThat(violations(environment))
        .containsExactly(
            "PRODUCTS_PER_VISIT: must be 2 or more: one book is removed from the basket (it is"
                + " '1')");
  }

  @Test
  void thePortalHasAStreamBesideItsUsersThroughoutTheRun() throws InvalidSettingsException {
    Map<String, String> environment = with("WORKLOAD", "portal");
    assertThat(SettingsReader.read(environment).load().stream()).isEmpty();
    environment.put("STREAM_RATE", "2.5");

    Settings settings = SettingsReader.read(environment);

    assertThat(settings.workload().mix()).isEqualTo(Map.of(TransactionType.STATUS_VISIT, 10_000));
    assertThat(settings.workload().sizes().requestsOf(TransactionType.STATUS_VISIT)).isEqualTo(10);
    // Two steps of 30 s.
    assertThat(settings.load().stream().orElseThrow().users()).isEqualTo(150);
    environment.put("MIX", "order=100");
    assertThat(violations(environment)).singleElement().asString().startsWith("MIX: ");
  }

  @Test
  void ratesAndUsersAreTwoModels() {
    Map<String, String> environment = new HashMap<>(with("USERS", "10,20"));
    assertThat(violations(environment))
        .containsExactly("RATES: exactly one of this and USERS must be set");
    environment.remove("RATES");
    assertThat(violations(environment)).isEmpty();
    environment.remove("USERS");
    assertThat(violations(environment))
        .containsExactly("RATES: exactly one of this and USERS must be set");
  }

  @Test
  void aRateTooLowForItsWindowIsRefused() {
    Map<String, String> environment = new HashMap<>(with("RATES", "0.04"));

    assertThat(violations(environment)).singleElement().asString().contains("measured 20 s");
    environment.put("RATES", "0.05");
    assertThat(violations(environment)).isEmpty();
  }

  private static List<String> ownViolations(Map<String, String> environment) {
    return catchThrowableOfType(
            InvalidSettingsException.class, () -> SettingsReader.read(environment, () -> OWN))
        .violations();
  }
}
