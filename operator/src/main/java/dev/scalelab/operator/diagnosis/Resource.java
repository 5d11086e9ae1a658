package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.platform.Tier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What can limit a system, from the inside out where requests hold one while they use another. */
public enum Resource {
  DATABASE_CPU(Tier.DATABASE, "Cpu", "database CPU", "databases[%s].cpu"),
  DATABASE_CONNECTIONS(
      Tier.DATABASE,
      "Connections",
      "the number of connections that the database admits",
      "databases[%s].maxConnections"),
  DATABASE_LOCKS(Tier.DATABASE, "Locks", "waits for row locks in the database", null),
  DATABASE_IO(Tier.DATABASE, "Io", "reads and writes of the database", "databases[%s].memory"),
  DATABASE_WAL(Tier.DATABASE, "Wal", "commits of the database", "databases[%s].parameters"),
  DATABASE_TRANSACTIONS(
      Tier.DATABASE,
      "Transactions",
      "time in database transactions that CPU, locks, reads, writes and commits do not explain",
      "databases[%s].parameters"),
  CACHE_CPU(Tier.CACHE, "Cpu", "Infinispan servers' CPU", "state.remote.cpu"),
  SUPPLIER_CPU(Tier.SUPPLIER, "Cpu", "suppliers' CPU", null),
  APPLICATION_HEAP(Tier.APPLICATION, "Heap", "application heap", "application.heap"),
  APPLICATION_CPU(Tier.APPLICATION, "Cpu", "application CPU", "application.cpu"),
  APPLICATION_IN_TRANSACTION(
      Tier.APPLICATION, "InTransaction", "time between the statements of transactions", null),
  APPLICATION_JDBC_POOL(
      Tier.APPLICATION, "JdbcPool", "JDBC pool", "application.connectionPoolSize"),
  APPLICATION_BEAN_POOL(Tier.APPLICATION, "BeanPool", "bean pool", "application.beanPoolSize"),
  APPLICATION_BEAN_THREADS(
      Tier.APPLICATION, "BeanThreads", "bean threads", "application.beanThreads"),
  APPLICATION_WEB_THREADS(Tier.APPLICATION, "WebThreads", "web threads", "application.webThreads"),
  BALANCER_CPU(Tier.BALANCER, "Cpu", "balancer CPU", "balancer.cpu"),
  BALANCER_MAX_REQUESTS(
      Tier.BALANCER,
      "MaxRequests",
      "balancer's requests per server",
      "balancer.maxRequestsPerServer"),
  BALANCER_CONNECTIONS(Tier.BALANCER, "Connections", "balancer's connections", null),
  CLIENT_TIMEOUT("Client", "Timeout", "the timeout of the clients", "load.requestTimeoutMillis"),
  BALANCER_IMBALANCE(Tier.BALANCER, "Imbalance", "one server", "balancer.policy"),
  NETWORK("Network", "Drops", "the network, which drops packets", null),
  HOST_CPU("Host", "Cpu", "host CPU", null);

  /** Those for which requests do not wait: they fail. */
  private static final Set<Resource> FAILING =
      EnumSet.of(DATABASE_CONNECTIONS, BALANCER_CONNECTIONS, CLIENT_TIMEOUT);

  /** The CPU of each tier's pods, by the tier's label: every measured step looks them up. */
  private static final Map<String, Resource> CPUS =
      Arrays.stream(values())
          .filter(resource -> resource.pods != null && resource.kind.equals("Cpu"))
          .collect(Collectors.toUnmodifiableMap(resource -> resource.pods.label(), cpu -> cpu));

  private final Tier pods;
  private final String tier;
  private final String kind;
  private final String text;
  private final String field;

  Resource(Tier pods, String kind, String text, String field) {
    this(pods, capitalized(pods.label()), kind, text, field);
  }

  Resource(String place, String kind, String text, String field) {
    this(null, place, kind, text, field);
  }

  Resource(Tier pods, String tier, String kind, String text, String field) {
    this.pods = pods;
    this.tier = tier;
    this.kind = kind;
    this.text = text;
    this.field = field;
  }

  private static String capitalized(String label) {
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  /** The CPU of a tier's pods; empty if no diagnosis names it. */
  static Optional<Resource> cpuOf(String label) {
    return Optional.ofNullable(CPUS.get(label));
  }

  /** Whether it belongs to the pods of a tier. */
  boolean isOf(Tier of) {
    return of.equals(pods);
  }

  /** The tier that it belongs to, as Database. */
  public String tier() {
    return tier;
  }

  /** The same as in labels and metrics, as database. */
  String label() {
    return tier.toLowerCase(Locale.ROOT);
  }

  /** Which of the tier's resources it is, as Cpu. */
  public String kind() {
    return kind;
  }

  /** Its name in sentences. */
  String text() {
    return text;
  }

  /** Whether requests that find it used up fail, so that no time grows and there is no bound. */
  boolean failsRequests() {
    return FAILING.contains(this);
  }

  /**
   * What to do about it.
   *
   * @param field the field that changes it; null if no field does
   * @return null if nothing can be done in a spec
   */
  String advice(String field) {
    String what = verb();
    return what == null || field == null ? what : what + " " + field;
  }

  private String verb() {
    return switch (this) {
      case DATABASE_LOCKS -> "spread the keys or shorten the transactions";
      case DATABASE_WAL -> "check the commit settings in";
      case DATABASE_TRANSACTIONS -> "check the settings in";
      case APPLICATION_IN_TRANSACTION ->
          "call other systems outside of transactions, or make those systems faster";
      case BALANCER_IMBALANCE -> "change";
      case HOST_CPU -> "use nodes with more CPU, or more nodes";
      default -> field == null ? null : "raise";
    };
  }

  /** The field of spec.system that changes it; null if no field does. */
  String field(String database) {
    return field == null ? null : field.replace("%s", database == null ? "main" : database);
  }
}
