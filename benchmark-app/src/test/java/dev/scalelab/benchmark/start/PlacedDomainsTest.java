package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The start assigns ecperf's domains to databases: for every grouping, the started server has a
 * data source for each database and no other, and each domain has the data source of its database.
 *
 * <p>With the environment and the properties of the server the test reads its configuration and the
 * application's persistence units as the server does.
 */
class PlacedDomainsTest {

  private static final List<String> DOMAINS =
      List.of("CUSTOMER", "CORPORATE", "MANUFACTURING", "SUPPLIER");

  /** Each of the others differs from the first in one property. */
  private static final List<Place> DATABASES =
      List.of(
          new Place("one", "5432", "shop"),
          new Place("one", "5432", "plant"),
          new Place("one", "5433", "shop"),
          new Place("two", "5432", "shop"));

  private static final String TRANSACTIONS = "java:jboss/datasources/transactions";

  private static final Pattern UNIT =
      Pattern.compile(
          "<persistence-unit name=\"(\\w+)\".*?<jta-data-source>(.*?)</jta-data-source>",
          Pattern.DOTALL);

  private static final Pattern DATA_SOURCE =
      Pattern.compile("/(xa-)?data-source=(\\w+):add\\(enabled=\"(.*?)\".*?jndi-name=([^,]*),.*");

  /** The database of a data source, in the line that adds it or in one that adds its URL. */
  private static final String URL = "/(?:xa-)?data-source=%s\\b.*?\"jdbc:postgresql://(.*?)[\"?]";

  /** A placeholder resolved at the start, with its default. */
  private static final Pattern SETTING =
      Pattern.compile("\\$\\{(?:env\\.)?([\\w.]+)(?::([^}]*))?}");

  /** A database, as set for a domain. */
  private record Place(String host, String port, String name) {

    Map<String, String> settings(String prefix) {
      return Map.of(prefix + "_HOST", host, prefix + "_PORT", port, prefix + "_NAME", name);
    }

    @Override
    public String toString() {
      return host + ":" + port + "/" + name;
    }
  }

  /** A data source of the server. */
  private record DataSource(boolean inCommonCommit, String url) {}

  /** The start of a server: its environment, and Java's properties. */
  private record Started(Map<String, String> settings) {

    String resolve(String text) {
      return SETTING
          .matcher(text)
          .replaceAll(
              found -> settings.getOrDefault(found.group(1), String.valueOf(found.group(2))));
    }
  }

  @Test
  void thereAreFifteenWays() {
    assertThat(waysToShare()).doesNotHaveDuplicates().hasSize(15);
  }

  @ParameterizedTest
  @MethodSource("waysToShare")
  void eachDomainHasTheDataSourceOfItsDatabase(List<Integer> databaseOfDomain) throws Exception {
    Map<String, Place> places = new HashMap<>();
    DOMAINS.forEach(
        domain -> places.put(domain, DATABASES.get(databaseOfDomain.get(DOMAINS.indexOf(domain)))));
    Set<Place> databases = Set.copyOf(places.values());
    boolean several = databases.size() > 1;

    Started start = start(places, Map.of());

    Map<String, String> units = units(start);
    Map<String, DataSource> sources = dataSources(start);
    places.forEach(
        (domain, place) ->
            assertThat(sources.get(units.get(domain.toLowerCase())))
                .as("of %s, %s", domain, units.get(domain.toLowerCase()))
                .isEqualTo(new DataSource(several, place.toString())));
    assertThat(sources)
        .as("one per database, and one for the transaction log")
        .hasSize(several ? databases.size() + 1 : 1);
    assertThat(sources.containsKey(TRANSACTIONS)).isEqualTo(several);
    assertThat(probed(start))
        .as("the probed databases")
        .containsExactlyInAnyOrderElementsOf(databases);
  }

  @Test
  void replicasOfADatabaseAnswerTheDomainsInIt() throws Exception {
    Place orders = DATABASES.get(0);
    Place plant = DATABASES.get(3);

    Started start =
        start(
            Map.of(
                "CUSTOMER", orders, "CORPORATE", orders, "MANUFACTURING", plant, "SUPPLIER", plant),
            Map.of("DB_READS_HOST", "one-ro"));

    assertThat(readAt(start, "customer")).isEqualTo(new DataSource(false, "one-ro:5432/shop"));
    assertThat(readAt(start, "corporate")).isEqualTo(readAt(start, "customer"));
    assertThat(probed(start)).contains(new Place("one-ro", "5432", "shop"));
  }

  @Test
  void theCorporateDomainMayHaveReplicasOfItsOwnOrNone() throws Exception {
    Place orders = DATABASES.get(0);
    Place customers = DATABASES.get(3);
    Map<String, Place> places =
        Map.of(
            "CUSTOMER",
            orders,
            "CORPORATE",
            customers,
            "MANUFACTURING",
            orders,
            "SUPPLIER",
            orders);

    Started none = start(places, Map.of("DB_READS_HOST", "one-ro"));
    Started own = start(places, Map.of("DB_CORPORATE_READS_HOST", "two-ro"));

    assertThat(readAt(none, "corporate"))
        .as("its primary")
        .isEqualTo(new DataSource(true, customers.toString()));
    assertThat(readAt(own, "corporate")).isEqualTo(new DataSource(false, "two-ro:5432/shop"));
    assertThat(readAt(own, "customer")).isEqualTo(new DataSource(true, orders.toString()));
  }

  /** The data source for a domain's reads outside of transactions. */
  private static DataSource readAt(Started start, String domain) throws IOException {
    return dataSources(start).get(units(start).get(domain + "_reads"));
  }

  /**
   * For each domain the number of its database; databases are numbered in order of their first use.
   */
  static Stream<List<Integer>> waysToShare() {
    Stream<List<Integer>> ways = Stream.of(List.of());
    for (int i = 0; i < DOMAINS.size(); i++) {
      ways =
          ways.flatMap(
              way ->
                  IntStream.rangeClosed(0, (int) way.stream().distinct().count())
                      .mapToObj(next -> Stream.concat(way.stream(), Stream.of(next)).toList()));
    }
    return ways;
  }

  /** A domain that shares the customer domain's database gets no database settings of its own. */
  private static Started start(Map<String, Place> places, Map<String, String> more) {
    Place main = places.get("CUSTOMER");
    Map<String, String> given =
        Settings.with(Map.of("DB_USER", "app", "DB_PASSWORD", "secret"), main.settings("DB"), more);
    places.forEach(
        (domain, place) -> {
          if (!place.equals(main)) {
            given.putAll(place.settings("DB_" + domain));
          }
        });
    Launch launch = Launch.of(given);
    assertThat(launch.environment().get("TRANSACTION_LOG"))
        .as("whether the log is waited for")
        .isEqualTo(launch.several() ? "true" : "");
    Map<String, String> settings = new HashMap<>(launch.environment().values());
    launch.arguments().stream()
        .filter(argument -> argument.startsWith("-D"))
        .map(argument -> argument.substring(2).split("=", 2))
        .forEach(property -> settings.put(property[0], property[1]));
    return new Started(settings);
  }

  /** The data source of each persistence unit; those of the domains are named after them. */
  private static Map<String, String> units(Started start) throws IOException {
    return UNIT.matcher(Files.readString(Path.of("src/main/resources/META-INF/persistence.xml")))
        .results()
        .collect(Collectors.toMap(unit -> unit.group(1), unit -> start.resolve(unit.group(2))));
  }

  /** The enabled data sources, by their JNDI names, which must be unique. */
  private static Map<String, DataSource> dataSources(Started start) throws IOException {
    String configuration = Files.readString(Path.of("src/main/server/server.cli"));
    return DATA_SOURCE
        .matcher(configuration)
        .results()
        .filter(source -> start.resolve(source.group(3)).equals("true"))
        .collect(
            Collectors.toMap(
                source -> source.group(4),
                source ->
                    new DataSource(
                        source.group(1) != null,
                        start.resolve(url(configuration, source.group(2))))));
  }

  private static String url(String configuration, String dataSource) {
    Matcher url = Pattern.compile(URL.formatted(dataSource)).matcher(configuration);
    assertThat(url.find()).as("the URL of %s", dataSource).isTrue();
    return url.group(1);
  }

  private static List<Place> probed(Started start) {
    return Stream.of(start.settings().get("DATABASES").split(" "))
        .map(
            prefix ->
                new Place(
                    start.settings().get(prefix + "_HOST"),
                    start.settings().get(prefix + "_PORT"),
                    start.settings().get(prefix + "_NAME")))
        .toList();
  }
}
