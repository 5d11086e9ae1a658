package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings with which no server is started. */
class StartSettingsTest {

  private static final Map<String, String> DATABASE =
      Map.of("DB_HOST", "127.0.0.1", "DB_NAME", "none", "DB_USER", "app", "DB_PASSWORD", "secret");

  @ParameterizedTest
  @ValueSource(strings = {"DB_HOST", "DB_NAME", "DB_USER", "DB_PASSWORD"})
  void aMissingSettingEndsTheStartWithItsName(String name) {
    Map<String, String> settings = new HashMap<>(DATABASE);
    settings.remove(name);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(name + " is not set");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WORKLOAD | shop | WORKLOAD must be ecperf, bookstore, cart, cells or portal, not shop",
        "CART_STATE_BYTES | 10k | CART_STATE_BYTES must be a whole number of bytes, at most"
            + " 9999999, not 10k",
        "PAGE | yes | PAGE must be true or false, not yes",
        "SESSION_CACHE | none | SESSION_CACHE must be distributed, replicated or local, not none",
        "BEAN_CACHE | remote | BEAN_CACHE must be distributed, replicated or local, not remote",
        "ENTITY_CACHE | clustered | ENTITY_CACHE must be none for cart, not clustered",
        "WEB_QUEUE | 0 | WEB_QUEUE must be a whole number from 1 to 100000, not 0",
        "WEB_MAX_THREADS | 0 | WEB_MAX_THREADS must be a whole number from 1 to 100000, not 0",
        "ACTIVE_PROCESSORS | two | ACTIVE_PROCESSORS must be a whole number from 1 to 1000, not two",
        "WEB_QUEUE | many | WEB_QUEUE must be a whole number from 1 to 100000, not many",
        "BEAN_POOL | 0 | BEAN_POOL must be a whole number from 1 to 10000, not 0",
        "CALLS_BY_VALUE | yes | CALLS_BY_VALUE must be true or false, not yes",
        "ACCESS_LOG | yes | ACCESS_LOG must be true or false, not yes",
        "SCREEN_HEAP | yes | SCREEN_HEAP must be true or false, not yes",
        "COLLECTOR | CMS | COLLECTOR must be Serial, Parallel, G1, Z or Shenandoah, not CMS",
        "NEW_RATIO | 2.5 | NEW_RATIO must be a whole number from 1 to 20, not 2.5",
        "STATE_STORE | disk | STATE_STORE must be embedded or remote, not disk",
        "CART_STATE_BYTES | -1 | CART_STATE_BYTES must be a whole number of bytes, at most 9999999,"
            + " not -1",
      })
  void aBadSettingEndsTheStartWithItsRule(String name, String value, String message) {
    Map<String, String> settings = new HashMap<>(Map.of("WORKLOAD", "cart"));
    settings.put(name, value);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LARGE_ORDER_PIECES | 0 | LARGE_ORDER_PIECES must be a whole number from 1 to 999999, not"
            + " 0",
        "LARGE_ORDER_PIECES | 1e3 | LARGE_ORDER_PIECES must be a whole number from 1 to 999999, not"
            + " 1e3",
        "SUPPLIER_URL | emulator:8080 | SUPPLIER_URL must be an http or https address, not"
            + " emulator:8080",
      })
  void aBadSettingOfEcperfEndsTheStartWithItsRule(String name, String value, String message) {
    Map<String, String> settings = new HashMap<>(DATABASE);
    settings.put(name, value);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @Test
  void anUnknownPlaceForTheBookStoresStateEndsTheStart() {
    Map<String, String> settings = new HashMap<>(DATABASE);
    settings.putAll(Map.of("WORKLOAD", "bookstore", "BOOKSTORE_STATE", "disk"));

    assertThat(refusal(settings))
        .isEqualToIgnoringNewLines("BOOKSTORE_STATE must be web, bean, both or cookie, not disk");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PORTAL_CACHE | none | PORTAL_CACHE must be replicated or owner, not none",
        "PORTAL_LISTENERS | 0 | PORTAL_LISTENERS must be a whole number from 1 to 99, not 0",
        "PORTAL_LISTENERS | 100 | PORTAL_LISTENERS must be a whole number from 1 to 99, not 100",
        "PORTAL_MAX_AGE_MILLIS | 2s | PORTAL_MAX_AGE_MILLIS must be a whole number from 1 to"
            + " 999999, not 2s",
        "PORTAL_MAX_AGE_MILLIS | 0 | PORTAL_MAX_AGE_MILLIS must be a whole number from 1 to 999999,"
            + " not 0",
      })
  void aBadSettingOfThePortalEndsTheStart(String name, String value, String message) {
    Map<String, String> settings = new HashMap<>(DATABASE);
    settings.putAll(Map.of("WORKLOAD", "portal", name, value));

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @Test
  void severalDatabasesOfThePortalNeedTheNumberOfCustomersAndAnAddressEach() {
    Map<String, String> stores =
        Settings.with(DATABASE, Map.of("WORKLOAD", "portal", "DB_STORE3_HOST", "three"));
    Map<String, String> counted = Settings.with(stores, Map.of("PORTAL_CUSTOMERS", "150"));

    assertThat(refusal(stores)).isEqualToIgnoringNewLines("PORTAL_CUSTOMERS is not set");
    assertThat(refusal(counted))
        .isEqualToIgnoringNewLines("DB_STORE2_HOST must be a database of its own");
    assertThat(refusal(Settings.with(counted, Map.of("DB_STORE2_HOST", "three"))))
        .isEqualToIgnoringNewLines("DB_STORE3_HOST must be a database of its own");
    assertThat(refusal(Settings.with(counted, Map.of("PORTAL_CUSTOMERS", "many"))))
        .isEqualToIgnoringNewLines(
            "PORTAL_CUSTOMERS must be a whole number from 1 to 9999999, not many");
  }

  @Test
  void remoteStateNeedsItsServersAndTheirOwnCopies() {
    Map<String, String> remote = Map.of("WORKLOAD", "cart", "STATE_STORE", "remote");

    assertThat(refusal(remote)).isEqualToIgnoringNewLines("INFINISPAN_HOST is not set");
    assertThat(
            refusal(Settings.with(remote, Map.of("INFINISPAN_HOST", "i", "BEAN_CACHE", "local"))))
        .isEqualToIgnoringNewLines(
            "BEAN_CACHE must be distributed with STATE_STORE remote, not local");
  }

  @Test
  void aPartitionNeedsTheAddressOfTheOthers() {
    Map<String, String> partition =
        Settings.with(DATABASE, Map.of("PARTITION_DOMAINS", "SUPPLIER"));

    assertThat(refusal(partition))
        .isEqualToIgnoringNewLines("PARTITIONS_URL must be an http address, not empty");
    assertThat(refusal(Settings.with(partition, Map.of("PARTITION_DOMAINS", "SUPPLIER,SHOP"))))
        .isEqualToIgnoringNewLines(
            "PARTITION_DOMAINS must be some of CUSTOMER, CORPORATE, MANUFACTURING and SUPPLIER, not"
                + " SHOP");
  }

  @Test
  void aWebTierNeedsTheAddressOfItsBeans() {
    Map<String, String> web = Map.of("WORKLOAD", "cells", "TIER", "web");

    assertThat(refusal(web))
        .isEqualToIgnoringNewLines("BEANS_URL must be an http address, not empty");
    assertThat(refusal(Settings.with(web, Map.of("TIER", "data"))))
        .isEqualToIgnoringNewLines("TIER must be web or beans, not data");
    assertThat(refusal(Settings.with(web, Map.of("WORKLOAD", "cart"))))
        .isEqualToIgnoringNewLines("BEANS_URL must be an http address, not empty");
  }

  @Test
  void theWebTierOfTheBookStoreHasNoDatabase() {
    Map<String, String> web =
        Map.of("WORKLOAD", "bookstore", "TIER", "web", "BEANS_URL", "http://127.0.0.1");

    ServerEnvironment environment =
        Launch.of(Settings.with(DATABASE, web, Map.of("DB_READS_HOST", "one-ro"))).environment();
    assertThat(environment.get("DATABASES")).isEmpty();
    assertThat(environment.get("DB_HOST")).isEmpty();
    assertThat(environment.get("DB_PASSWORD")).isEqualTo("none");
    assertThat(environment.get("POOL_MIN_SIZE")).isEqualTo("0");
    assertThat(environment.get("READS_REPLICAS")).isEmpty();
    assertThat(refusal(Map.of("WORKLOAD", "bookstore", "TIER", "beans")))
        .isEqualToIgnoringNewLines("DB_HOST is not set");
  }

  @Test
  void aReferenceToABeanIsInTheSessionOrInACookie() {
    assertThat(refusal(Map.of("WORKLOAD", "cart", "BEAN_HANDLE", "client")))
        .isEqualToIgnoringNewLines("BEAN_HANDLE must be session or cookie, not client");
  }

  @Test
  void aTableThatCannotBeReadEndsTheStart() {
    assertThat(refusal(Map.of("WORKLOAD", "cells", "CELLS_TABLE", "/none.csv")))
        .startsWith("CELLS_TABLE /none.csv cannot be read: ");
  }

  @Test
  void aSettingOfAnotherWorkloadIsNotRead() {
    Map<String, String> settings =
        Settings.with(DATABASE, Map.of("WORKLOAD", "portal", "CART_STATE_BYTES", "ten"));

    assertThat(Launch.of(settings).environment().get("PORTAL_LISTENERS")).isEqualTo("4");
  }

  /** The message of a start with invalid settings. */
  private static String refusal(Map<String, String> settings) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code = Start.run(Settings.with(settings), new PrintStream(messages));
    assertThat(code).isEqualTo(2);
    return messages.toString(StandardCharsets.UTF_8);
  }
}
