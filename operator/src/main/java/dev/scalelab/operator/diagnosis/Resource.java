package dev.scalelab.operator.diagnosis;

import java.util.EnumSet;
import java.util.Set;

/** What can limit a system, from the inside out where requests hold one while they use another. */
public enum Resource {
  DATABASE_CPU("Database", "Cpu", "database CPU", "databases[%s].cpu"),
  DATABASE_CONNECTIONS(
      "Database",
      "Connections",
      "the number of connections that the database admits",
      "databases[%s].maxConnections"),
  DATABASE_LOCKS("Database", "Locks", "waits for row locks in the database", "workload.scale"),
  DATABASE_IO("Database", "Io", "reads and writes of the database", "databases[%s].memory"),
  DATABASE_WAL("Database", "Wal", "commits of the database", "databases[%s].parameters"),
  DATABASE_TRANSACTIONS(
      "Database",
      "Transactions",
      "time in database transactions that CPU, locks, reads, writes and commits do not explain",
      "databases[%s].parameters"),
  CACHE_CPU("Cache", "Cpu", "Infinispan servers' CPU", "state.remote.cpu"),
  SUPPLIER_CPU("Supplier", "Cpu", "suppliers' CPU", null),
  APPLICATION_HEAP("Application", "Heap", "application heap", "application.heap"),
  APPLICATION_CPU("Application", "Cpu", "application CPU", "application.cpu"),
  APPLICATION_JDBC_POOL("Application", "JdbcPool", "JDBC pool", "application.connectionPoolSize"),
  APPLICATION_BEAN_POOL("Application", "BeanPool", "bean pool", "application.beanPoolSize"),
  APPLICATION_BEAN_THREADS("Application", "BeanThreads", "bean threads", "application.beanThreads"),
  APPLICATION_WEB_THREADS("Application", "WebThreads", "web threads", "application.webThreads"),
  BALANCER_CPU("Balancer", "Cpu", "balancer CPU", "balancer.cpu"),
  BALANCER_MAX_REQUESTS(
      "Balancer", "MaxRequests", "balancer's requests per server", "balancer.maxRequestsPerServer"),
  BALANCER_CONNECTIONS("Balancer", "Connections", "balancer's connections", null),
  CLIENT_TIMEOUT("Client", "Timeout", "the timeout of the clients", "load.requestTimeoutMillis"),
  BALANCER_IMBALANCE("Balancer", "Imbalance", "one server", "balancer.policy"),
  NETWORK("Network", "Drops", "the network, which drops packets", null),
  HOST_CPU("Host", "Cpu", "host CPU", null);

  /** Those for which requests do not wait: they fail. */
  private static final Set<Resource> FAILING =
      EnumSet.of(DATABASE_CONNECTIONS, BALANCER_CONNECTIONS, CLIENT_TIMEOUT);

  private final String tier;
  private final String kind;
  private final String text;
  private final String field;

  Resource(String tier, String kind, String text, String field) {
    this.tier = tier;
    this.kind = kind;
    this.text = text;
    this.field = field;
  }

  /** The tier that it belongs to, as Database. */
  public String tier() {
    return tier;
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

  /** The field of spec.system that raises it; null if there is none. */
  String field(String database) {
    return field == null ? null : field.replace("%s", database == null ? "main" : database);
  }
}
