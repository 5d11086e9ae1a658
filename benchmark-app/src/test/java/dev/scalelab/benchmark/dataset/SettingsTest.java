package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "DB_HOST", "db",
              "DB_NAME", "ecperf",
              "DB_TEMPLATE", "template",
              "DB_USER", "app",
              "DB_PASSWORD", "secret"));

  @Test
  void whatIsNotSetHasADefault() {
    Settings settings = Settings.of(environment);

    Database database = settings.databases().get(0);
    assertThat(database.port()).isEqualTo(5432);
    assertThat(settings.workload()).isEqualTo(Workload.ECPERF);
    assertThat(settings.scale()).isEqualTo(10);
    assertThat(database.maintenance()).isEqualTo("postgres");
    assertThat(settings.timeout()).hasSeconds(120);
  }

  @Test
  void privateDatabasesDifferOnlyInTheirHost() {
    environment.put("DB_HOSTS", "db-0, db-1");

    List<Database> databases = Settings.of(environment).databases();

    assertThat(databases).extracting(Database::host).containsExactly("db-0", "db-1");
    assertThat(databases)
        .extracting(Database::name, Database::domains)
        .containsOnly(tuple("ecperf", Workload.ECPERF.domains()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DB_HOST", "DB_NAME", "DB_TEMPLATE", "DB_USER", "DB_PASSWORD"})
  void whatMustBeSetIsNamed(String name) {
    environment.put(name, " ");

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(name + " is not set");
  }

  @Test
  void aWorkloadWithoutADatabaseIsRefusedWithThoseThatHaveOne() {
    environment.put("WORKLOAD", "cart");

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(BadSettingException.class)
        .hasMessage("WORKLOAD must be one of ecperf, bookstore, portal, not \"cart\"");
  }

  @ParameterizedTest
  @CsvSource({"SCALE, 0", "SCALE, ten", "SCALE, 100001", "DB_PORT, 65536", "DB_PORT, -1"})
  void aBadNumberIsNamedWithItsRule(String name, String value) {
    environment.put(name, value);

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(BadSettingException.class)
        .hasMessageStartingWith(name + " must be a whole number from 1 to ")
        .hasMessageEndingWith("not \"" + value + "\"");
  }

  @Test
  void allDomainsAreInOneDatabaseByDefault() {
    assertThat(Settings.of(environment).databases())
        .extracting(Database::address, Database::domains)
        .containsExactly(
            tuple("db:5432/ecperf", List.of("customer", "corporate", "manufacturing", "supplier")));
  }

  @Test
  void aDomainsOwnSettingsPutItElsewhere() {
    environment.putAll(
        Map.of(
            "DB_MANUFACTURING_HOST", "plant",
            "DB_MANUFACTURING_PASSWORD", "other",
            "DB_SUPPLIER_HOST", "plant",
            "DB_SUPPLIER_PASSWORD", "other"));

    assertThat(Settings.of(environment).databases())
        .extracting(Database::address, Database::password, Database::domains)
        .containsExactly(
            tuple("db:5432/ecperf", "secret", List.of("customer", "corporate")),
            tuple("plant:5432/ecperf", "other", List.of("manufacturing", "supplier")));
  }

  @Test
  void aBadSettingOfADomainIsNamed() {
    environment.put("DB_SUPPLIER_PORT", "0");

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(BadSettingException.class)
        .hasMessageStartingWith("DB_SUPPLIER_PORT must be a whole number from 1 to 65535");
  }

  @Test
  void thePortalsCustomersMayBeInSeveralDatabases() {
    environment.putAll(
        Map.of("WORKLOAD", "portal", "DB_STORE2_HOST", "two", "DB_STORE2_PASSWORD", "other"));

    assertThat(Settings.of(environment).databases())
        .extracting(Database::address, Database::password, Database::part)
        .containsExactly(
            tuple("db:5432/ecperf", "secret", new Database.Part(1, 2)),
            tuple("two:5432/ecperf", "other", new Database.Part(2, 2)));

    environment.put("DB_STORE4_HOST", "four");
    assertThatThrownBy(() -> Settings.of(environment))
        .as("the third has the address of the first")
        .isInstanceOf(BadSettingException.class)
        .hasMessage("each of the 4 stores must have a database of its own");
  }

  @Test
  void eachOfThePortalsDatabasesHasALimitOfItsOwn() {
    environment.putAll(
        Map.of(
            "WORKLOAD", "portal",
            "DB_CONNECTION_LIMIT", "22",
            "DB_STORE2_HOST", "two",
            "DB_STORE3_HOST", "three",
            "DB_STORE3_CONNECTION_LIMIT", "30"));

    assertThat(Settings.of(environment).databases())
        .extracting(Database::connectionLimit)
        .containsExactly(22, Database.UNLIMITED, 30);
  }

  @Test
  void otherWorkloadsHaveNoStores() {
    environment.putAll(Map.of("WORKLOAD", "bookstore", "DB_STORE2_HOST", "two"));

    assertThat(Settings.of(environment).databases())
        .extracting(Database::address, Database::part)
        .containsExactly(tuple("db:5432/ecperf", Database.Part.WHOLE));
  }

  @ParameterizedTest
  @CsvSource({
    "DB_SUPPLIER_NAME, plant, template db:5432/template",
    "DB_SUPPLIER_USER, bob, database db:5432/ecperf",
  })
  void domainsShareADatabaseWhollyOrNotAtAll(String name, String value, String what) {
    environment.put(name, value);

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "the domains customer and supplier have the same "
                + what
                + ", but other settings differ");
  }
}
