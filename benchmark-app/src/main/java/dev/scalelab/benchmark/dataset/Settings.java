package dev.scalelab.benchmark.dataset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The tool's settings, from environment variables.
 *
 * @param workload the workload of the data
 * @param scale the size of the data, explained in each workload's data.sql
 * @param timeout for the whole call of the tool
 * @param databases the databases of the workload
 */
record Settings(Workload workload, int scale, Duration timeout, List<Database> databases) {

  // The largest scale at which every id of any workload fits into an int with a margin.
  private static final int MAX_SCALE = 100_000;

  static Settings of(Map<String, String> environment) {
    Workload workload = Workload.of(environment.getOrDefault("WORKLOAD", "ecperf"));
    return new Settings(
        workload,
        number(environment, "SCALE", 10, MAX_SCALE),
        Duration.ofSeconds(number(environment, "DATASET_TIMEOUT_SECONDS", 120, 86_400)),
        workload == Workload.PORTAL
            ? stores(environment)
            : databases(environment, workload.domains()));
  }

  private static List<Database> databases(Map<String, String> environment, List<String> domains) {
    List<String> hosts = hosts(environment);
    if (!hosts.isEmpty()) {
      // Each has all of the data.
      return hosts.stream()
          .map(host -> database(with(environment, "DB_HOST", host), "").with(domains))
          .toList();
    }
    if (domains.isEmpty()) {
      return List.of(database(environment, ""));
    }
    Map<Database, List<String>> domainsByDatabase = new LinkedHashMap<>();
    for (String domain : domains) {
      Database database = database(environment, domain);
      domainsByDatabase.computeIfAbsent(database, key -> new ArrayList<>()).add(domain);
    }
    List<Database> databases = new ArrayList<>();
    domainsByDatabase.forEach((database, inside) -> databases.add(database.with(inside)));
    requireDifferent(databases, Database::address, "database");
    requireDifferent(databases, Database::templateAddress, "template");
    return List.copyOf(databases);
  }

  /** The databases with the portal's customers, of which each has a part. */
  private static List<Database> stores(Map<String, String> environment) {
    int last = StoreSettings.count(name -> environment.getOrDefault(name, ""));
    List<Database> stores = new ArrayList<>();
    for (int number = 1; number <= last; number++) {
      String limit = StoreSettings.prefix(number) + "_CONNECTION_LIMIT";
      Database store = database(environment, number == 1 ? "" : StoreSettings.name(number), limit);
      stores.add(store.with(new Database.Part(number, last)));
    }
    requireOne(stores, Database::address, "database");
    requireOne(stores, Database::templateAddress, "template");
    return List.copyOf(stores);
  }

  private static void requireOne(
      List<Database> stores, Function<Database, String> address, String what) {
    if (stores.stream().map(address).distinct().count() < stores.size()) {
      throw new BadSettingException(
          "each of the %d stores must have a %s of its own".formatted(stores.size(), what));
    }
  }

  /** The servers of databases that are alike, of which each application server has one. */
  private static List<String> hosts(Map<String, String> environment) {
    return Arrays.stream(environment.getOrDefault("DB_HOSTS", "").split(","))
        .map(String::strip)
        .filter(host -> !host.isEmpty())
        .distinct()
        .toList();
  }

  private static Map<String, String> with(
      Map<String, String> environment, String name, String value) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(name, value);
    return changed;
  }

  private static Database database(Map<String, String> environment, String domain) {
    return database(environment, domain, "DB_CONNECTION_LIMIT");
  }

  private static Database database(Map<String, String> environment, String domain, String limit) {
    UnaryOperator<String> name = setting -> nameFor(domain, setting, environment);
    return new Database(
        required(environment, name.apply("HOST")),
        port(environment, name.apply("PORT")),
        required(environment, name.apply("USER")),
        required(environment, name.apply("PASSWORD")),
        required(environment, name.apply("NAME")),
        required(environment, name.apply("TEMPLATE")),
        environment.getOrDefault("DB_MAINTENANCE", "postgres"),
        connectionLimit(environment, limit),
        List.of(),
        Database.Part.WHOLE);
  }

  private static int connectionLimit(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "").isBlank()
        ? Database.UNLIMITED
        : number(environment, name, 1, 100_000);
  }

  /** The variable for a domain: its own if that is set, otherwise the common one. */
  private static String nameFor(String domain, String setting, Map<String, String> environment) {
    String own = "DB_" + domain.toUpperCase(Locale.ROOT) + "_" + setting;
    return environment.getOrDefault(own, "").isBlank() ? "DB_" + setting : own;
  }

  private static void requireDifferent(
      List<Database> databases, Function<Database, String> address, String what) {
    Map<String, Database> known = new LinkedHashMap<>();
    for (Database database : databases) {
      Database other = known.putIfAbsent(address.apply(database), database);
      if (other != null) {
        throw new BadSettingException(
            "the domains %s and %s have the same %s %s, but other settings differ"
                .formatted(
                    other.domains().get(0),
                    database.domains().get(0),
                    what,
                    address.apply(database)));
      }
    }
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new BadSettingException(name + " is not set");
    }
    return value;
  }

  /** The port of a database; PostgreSQL's default if unset. */
  static int port(Map<String, String> environment, String name) {
    return number(environment, name, 5432, 65_535);
  }

  /** A whole number from 1 to a maximum; a default if unset. */
  static int number(Map<String, String> environment, String name, int standard, int max) {
    String text = environment.getOrDefault(name, String.valueOf(standard));
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= 1 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common message for every invalid value.
    }
    throw new BadSettingException(
        name + " must be a whole number from 1 to " + max + ", not \"" + text + "\"");
  }
}
