package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.dataset.StoreSettings;
import dev.scalelab.benchmark.support.ServerLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server has only those parts of the image that its settings need. */
class ServerFilesTest {
  private static final Map<String, String> DATABASE =
      Map.of("DB_HOST", "one", "DB_NAME", "n", "DB_USER", "u", "DB_PASSWORD", "very secret");

  private static final Pattern UNIT = Pattern.compile("<persistence-unit name=\"(\\w+)\"");

  @TempDir private Path home;

  @BeforeEach
  void layOut() throws Exception {
    ServerLayout.write(home);
  }

  @ParameterizedTest
  @CsvSource({
    "ecperf, customer corporate manufacturing supplier customer_reads corporate_reads",
    "bookstore, bookstore bookstore_reads",
    "portal, portal"
  })
  void onlyTheWorkloadInUseIsDeployed(String workload, String units) throws IOException {
    write(Map.of("WORKLOAD", workload));

    assertThat(deployedPackages()).containsExactlyInAnyOrder("metrics", workload);
    assertThat(
            UNIT.matcher(application("WEB-INF/classes/META-INF/persistence.xml"))
                .results()
                .map((MatchResult unit) -> unit.group(1)))
        .containsExactlyInAnyOrder(units.split(" "));
  }

  @Test
  void thePortalHasAPersistenceUnitForEachOfItsDatabases() throws IOException {
    write(
        Map.of(
            "WORKLOAD",
            "portal",
            "PORTAL_CUSTOMERS",
            "150",
            "DB_STORE2_HOST",
            "two",
            "DB_STORE3_HOST",
            "three"));

    assertThat(
            UNIT.matcher(application("WEB-INF/classes/META-INF/persistence.xml"))
                .results()
                .map((MatchResult unit) -> unit.group(1)))
        .containsExactlyInAnyOrder("portal", "portal_store2", "portal_store3");
    assertThat(Workload.PORTAL.units())
        .as("as many as the dataset may have")
        .hasSize(StoreSettings.MAX);
    assertThat(Files.readString(home.resolve("server/environment")))
        .contains(
            "DATABASES='DB DB_STORE2 DB_STORE3'",
            "PORTAL_STORES='3'",
            "DB_STORE2_ENABLED='true'",
            "DB_STORE3_ENABLED='true'")
        .doesNotContain("DB_STORE4_ENABLED");
  }

  @ParameterizedTest
  @CsvSource({"cart", "cells"})
  void aWorkloadWithoutADatabaseHasNoPersistenceUnits(String workload) throws IOException {
    write(Map.of("WORKLOAD", workload));

    assertThat(deployed("WEB-INF/classes/META-INF/persistence.xml")).doesNotExist();
  }

  @Test
  void aFurtherStartReplacesTheWorkload() throws IOException {
    write(Map.of("WORKLOAD", "portal"));

    write(Map.of("WORKLOAD", "cart"));

    assertThat(deployedPackages()).containsExactlyInAnyOrder("metrics", "cart");
  }

  @Test
  void sessionsInOneServersMemoryAreNotDistributable() throws IOException {
    write(Map.of("WORKLOAD", "cart", "SESSION_CACHE", "local"));

    assertThat(application("WEB-INF/web.xml")).doesNotContain("<distributable");
    assertThat(deployed("WEB-INF/distributable-web.xml")).doesNotExist();
    assertThat(deployed("WEB-INF/classes/dev/scalelab/benchmark/metrics/ClusterMetrics.class"))
        .as("because beans are distributed")
        .exists();

    write(Map.of("WORKLOAD", "cart", "SESSION_CACHE", "local", "BEAN_CACHE", "local"));

    assertThat(deployed("WEB-INF/classes/dev/scalelab/benchmark/metrics/ClusterMetrics.class"))
        .doesNotExist();
  }

  @Test
  void distributedSessionsAre() throws IOException {
    write(Map.of("WORKLOAD", "cart"));

    assertThat(application("WEB-INF/web.xml")).contains("<distributable/>");
    assertThat(deployed("WEB-INF/distributable-web.xml")).exists();
  }

  /** Each part of the configuration that only some servers have, with a setting that needs it. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "",
      value = {
        "messaging-activemq, WORKLOAD, portal",
        "listeners.jar, WORKLOAD, portal",
        "<http-invoker, PARTITION_DOMAINS, CUSTOMER",
        "<stateless>, BEAN_POOL, 5",
        "<statistics, BEAN_POOL, 5",
        "datasources ejb3 io, BEAN_POOL, 5",
        "<access-log, ACCESS_LOG, true",
        "<jdbc-store, DB_SUPPLIER_HOST, two"
      })
  void aPartIsInTheConfigurationOnlyIfItIsNeeded(String part, String setting, String value)
      throws IOException {
    write(Map.of());
    assertThat(configuration()).doesNotContain(part).contains("ROOT.war", "name=\"stateless\"");

    write(Map.of(setting, value, "PARTITIONS_URL", "http://127.0.0.1"));
    assertThat(configuration()).contains(part).contains("ROOT.war", "name=\"stateless\"");
  }

  @Test
  void onlyTheBeansOfATierCanBeCalledByOtherServers() throws IOException {
    write(Map.of("WORKLOAD", "cells", "TIER", "web", "BEANS_URL", "http://127.0.0.1"));
    assertThat(configuration()).doesNotContain("<http-invoker");

    write(Map.of("WORKLOAD", "cells", "TIER", "beans"));
    assertThat(configuration()).contains("<http-invoker");
  }

  @Test
  void onlyTheBeansOfCellsMayHaveThreadsOfTheirOwn() throws IOException {
    String pool = "<managed-executor-service name=\"beans\"";
    write(Map.of("WORKLOAD", "cells"));
    assertThat(configuration()).doesNotContain(pool).contains("name=\"default\"");

    write(Map.of("WORKLOAD", "bookstore", "BEAN_THREADS", "4"));
    assertThat(configuration()).doesNotContain(pool);

    write(Map.of("WORKLOAD", "cells", "BEAN_THREADS", "4"));
    assertThat(configuration()).contains(pool);
  }

  @Test
  void noFileHasAPassword() throws IOException {
    write(Map.of("DB_SUPPLIER_HOST", "two", "DB_READS_HOST", "one-ro"));

    try (Stream<Path> files = Files.walk(home.resolve("server"))) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(5)
          .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("very secret"));
    }
  }

  private void write(Map<String, String> settings) throws IOException {
    Map<String, String> places =
        Map.of("WILDFLY_HOME", home.toString(), "SERVER_DIR", home.resolve("server").toString());
    new ServerFiles(Launch.of(Settings.with(DATABASE, places, settings))).write();
  }

  private String configuration() throws IOException {
    return Files.readString(home.resolve("server/configuration/standalone.xml"));
  }

  private Path deployed(String path) {
    return home.resolve("server/application").resolve(path);
  }

  private String application(String path) throws IOException {
    return Files.readString(deployed(path));
  }

  private List<String> deployedPackages() throws IOException {
    try (Stream<Path> packages = Files.list(deployed("WEB-INF/classes/dev/scalelab/benchmark"))) {
      return packages.map(path -> path.getFileName().toString()).toList();
    }
  }
}
