package dev.scalelab.benchmark.start;

import dev.scalelab.benchmark.dataset.StoreSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The databases of a server: which it has, and where each domain's are.
 *
 * <p>The database of a domain of ecperf is set by {@code DB_<DOMAIN>_HOST} etc.; the default of
 * each is {@code DB_HOST} etc. A single database needs only local transactions. With several, each
 * has an XA data source (two-phase commit), named after the first domain in it; the customer
 * domain's is always the main data source.
 *
 * <p>The customers of the portal may be in several databases, too, by their numbers: the further
 * ones are set by {@code DB_STORE2_HOST} etc. No transaction uses two of them.
 */
final class Databases {
  static final List<String> DOMAINS = List.of("CUSTOMER", "CORPORATE", "MANUFACTURING", "SUPPLIER");

  private static final String SOURCES = "java:jboss/datasources/";
  private static final List<String> PARTS = List.of("HOST", "PORT", "NAME", "USER", "PASSWORD");
  private static final String DEFAULT_PORT = "5432";

  private final ServerEnvironment environment;
  private final List<String> prefixes = new ArrayList<>();
  private final List<String> properties = new ArrayList<>();
  private boolean several;

  private Databases(ServerEnvironment environment) {
    this.environment = environment;
  }

  /** Completes the environment with the databases of the workload. */
  static Databases of(Workload workload, ServerEnvironment environment) {
    Databases databases = new Databases(environment);
    switch (workload) {
      case ECPERF -> databases.ofDomains();
      case BOOKSTORE -> databases.ofStore();
      case PORTAL -> databases.ofStores();
      default -> databases.none();
    }
    // The server's health check probes each.
    environment.set("DATABASES", String.join(" ", databases.prefixes));
    return databases;
  }

  /** Properties of the server: the data sources of persistence units that have not the main one. */
  List<String> properties() {
    return properties;
  }

  /** Whether transactions across several databases are possible; they need a log. */
  boolean several() {
    return several;
  }

  /** Only the servers with the beans use it. */
  private void ofStore() {
    if (environment.get(Setting.TIER).equals(Launch.WEB_TIER)) {
      none();
      return;
    }
    single();
    readReplicas("DB", "reads", "bookstore");
  }

  private void single() {
    environment.need("DB_HOST", "DB_NAME", "DB_USER", "DB_PASSWORD");
    prefixes.add("DB");
  }

  /** The databases with the portal's customers, from 1 to the highest that is set. */
  private void ofStores() {
    single();
    int last = StoreSettings.count(environment::get);
    if (last > 1) {
      // Which customers are in which database follows from their number.
      environment.need(Setting.PORTAL_CUSTOMERS.name());
    }
    Set<String> addresses = new HashSet<>(Set.of(address("DB")));
    for (int store = 2; store <= last; store++) {
      String prefix = StoreSettings.prefix(store);
      complete(StoreSettings.name(store));
      if (!addresses.add(address(prefix))) {
        throw new BadStartException(prefix + "_HOST must be a database of its own");
      }
      environment.set(prefix + "_ENABLED", "true");
      prefixes.add(prefix);
    }
    environment.set("PORTAL_STORES", String.valueOf(last));
  }

  /** The persistence units of the workload that have a database. */
  List<String> units(Workload workload) {
    List<String> all = workload.units();
    return workload == Workload.PORTAL ? all.subList(0, prefixes.size()) : all;
  }

  /** The connection pool stays empty, and the server is ready without a database. */
  private void none() {
    environment.set("DB_HOST", "");
    environment.set("DB_NAME", "none");
    environment.set("DB_USER", "none");
    environment.set("DB_PASSWORD", "none");
    environment.set("POOL_MIN_SIZE", "0");
  }

  private void ofDomains() {
    DOMAINS.forEach(this::complete);
    PARTS.forEach(part -> environment.copy("DB_" + part, "DB_CUSTOMER_" + part));
    prefixes.add("DB");
    DOMAINS.forEach(this::place);
    if (several) {
      keepTransactionLog();
    }
    if (share("CORPORATE", "CUSTOMER")) {
      readReplicas("DB", "reads", "customer", "corporate");
    } else {
      readReplicas("DB", "reads", "customer");
      readReplicas("DB_CORPORATE", "corporate_reads", "corporate");
      if (environment.get("DB_CORPORATE_READS_HOST").isEmpty()) {
        properties.add("scalelab.reads.corporate=" + SOURCES + "corporate");
      }
    }
  }

  private void complete(String domain) {
    for (String part : PARTS) {
      String name = "DB_" + domain + "_" + part;
      String common = "DB_" + part;
      if (!environment.get(name).isEmpty()) {
        continue;
      }
      if (part.equals("PORT") && environment.get(common).isEmpty()) {
        environment.set(name, DEFAULT_PORT);
      } else {
        environment.need(common);
        environment.copy(name, common);
      }
    }
  }

  /** Gives a domain the data source of the first domain that is in the same database. */
  private void place(String domain) {
    int first = 0;
    while (!share(domain, DOMAINS.get(first))) {
      first++;
    }
    if (first > 0) {
      String owner = DOMAINS.get(first);
      properties.add("scalelab.datasource." + lower(domain) + "=" + SOURCES + lower(owner));
      if (!prefixes.contains("DB_" + owner)) {
        prefixes.add("DB_" + owner);
        environment.set("XA_" + owner, "true");
      }
      several = true;
    }
  }

  private boolean share(String domain, String other) {
    return address("DB_" + domain).equals(address("DB_" + other));
  }

  private String address(String prefix) {
    String port = environment.get(prefix + "_PORT");
    return environment.get(prefix + "_HOST")
        + ":"
        + (port.isEmpty() ? DEFAULT_PORT : port)
        + "/"
        + environment.get(prefix + "_NAME");
  }

  /**
   * The prepared transactions of a lost server keep rows locked until a server with the same name
   * starts and recovers them.
   */
  private void keepTransactionLog() {
    environment.set("XA_CUSTOMER", "true");
    environment.set("ONE_DATABASE", "false");
    environment.set("TRANSACTION_LOG", "true");
    environment.set("TRANSACTION_LOG_NAME", environment.get("DB_NAME") + "_transactions");
    String node = JavaArguments.node(environment.get(Setting.POD_NAME));
    environment.set("TRANSACTION_LOG_PREFIX", "t" + node.replaceAll("[^A-Za-z0-9]", "_"));
    properties.add("com.arjuna.ats.arjuna.recovery.periodicRecoveryPeriod=10");
  }

  /**
   * With {@code <PREFIX>_READS_HOST}, these persistence units read from replicas of the database
   * outside of transactions. The default of the replicas' other settings is the primary's value.
   */
  private void readReplicas(String prefix, String source, String... units) {
    String reads = prefix + "_READS";
    if (environment.get(reads + "_HOST").isEmpty()) {
      return;
    }
    for (String part : PARTS) {
      if (!environment.get(reads + "_" + part).isEmpty()) {
        continue;
      }
      if (environment.get(prefix + "_" + part).isEmpty()) {
        environment.set(reads + "_" + part, DEFAULT_PORT); // only the port is optional
      } else {
        environment.copy(reads + "_" + part, prefix + "_" + part);
      }
    }
    environment.set(reads + "_ENABLED", "true");
    environment.set("READS_REPLICAS", "true");
    prefixes.add(reads);
    for (String unit : units) {
      properties.add("scalelab.reads." + unit + "=" + SOURCES + source);
    }
  }

  private static String lower(String domain) {
    return domain.toLowerCase(Locale.ROOT);
  }
}
