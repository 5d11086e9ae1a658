package dev.scalelab.operator.measurement;

/**
 * The figures of a window that the diagnosis needs beyond the other evidence: how full the slots of
 * each layer are, how long they are held, and how long requests wait for them. One row is one
 * metric, so that collector, Prometheus' list of metrics, rules and documentation cannot differ.
 */
public enum Signal {
  /** JDBC connections in use, of all servers. */
  JDBC_IN_USE(
      "jdbcInUse",
      "datasources_pool_in_use_count",
      SignalKind.MEAN,
      SignalScope.POOLS,
      Need.MANDATORY,
      "JDBC connections in use in all servers together, mean"),
  /** Time for which JDBC connections were held. */
  JDBC_HELD(
      "jdbcHeldMillis",
      "datasources_pool_total_usage_time",
      SignalKind.GROWTH,
      SignalScope.POOLS,
      Need.OPTIONAL,
      "time for which JDBC connections were held, in ms per second; WildFly counts whole"
          + " milliseconds, so uses of a few milliseconds count too little"),
  /** Time for which requests waited for a JDBC connection. */
  JDBC_WAITED(
      "jdbcWaitedMillis",
      "datasources_pool_total_blocking_time",
      SignalKind.GROWTH,
      SignalScope.POOLS,
      Need.MANDATORY,
      "time for which requests waited for a JDBC connection, in ms per second"),
  /** Busy threads of the web worker, of all servers. */
  WEB_BUSY(
      "webThreadsBusy",
      "io_busy_task_thread_count",
      SignalKind.MEAN,
      SignalScope.SERVERS,
      Need.MANDATORY,
      "busy web threads of all servers together, mean"),
  /** Requests that wait for a web thread. */
  WEB_QUEUE(
      "webQueue",
      "io_queue_size",
      SignalKind.MEAN,
      SignalScope.SERVERS,
      Need.MANDATORY,
      "requests that wait for a web thread, in all servers together, mean"),
  /** Time that calls spent in the busiest stateless bean. */
  BEAN_BUSY(
      "beanBusyMillis",
      "ejb3_execution_time_total",
      SignalKind.FASTEST_GROWTH,
      SignalScope.BEANS,
      Need.MANDATORY,
      "time that calls spent in the busiest stateless bean, of all servers together, in ms per second; only with"
          + " application.beanPoolSize"),
  /** Time that calls of the stateless beans waited for an instance. */
  BEAN_WAITED(
      "beanWaitedMillis",
      "ejb3_wait_time_total",
      SignalKind.GROWTH,
      SignalScope.BEANS,
      Need.MANDATORY,
      "time that calls of stateless beans waited for an instance, in ms per second; only with application.beanPoolSize"),
  /** Time for which the threads of beans were in use. */
  BEAN_THREADS_BUSY(
      "beanThreadsBusySeconds",
      "scalelab_bean_threads_busy_seconds",
      SignalKind.GROWTH,
      SignalScope.BEAN_SERVERS,
      Need.MANDATORY,
      "time for which bean threads were in use, of all servers together, in s per second; only with application.beanThreads"),
  /** Time that calls of beans waited for a thread. */
  BEAN_THREADS_WAITED(
      "beanThreadsWaitedSeconds",
      "scalelab_bean_threads_waited_seconds",
      SignalKind.GROWTH,
      SignalScope.BEAN_SERVERS,
      Need.MANDATORY,
      "time that calls waited for a bean thread, in s per second; only with application.beanThreads"),
  /** Time that requests spent in servlets. */
  SERVLET(
      "servletSeconds",
      "undertow_total_request_time_seconds_total",
      SignalKind.GROWTH,
      SignalScope.SERVLETS,
      Need.MANDATORY,
      "time that requests spent in the application, in s per second"),
  /** Growth of the servers' old generation. */
  OLD_GENERATION(
      "oldGenerationGrowth",
      "scalelab_old_generation_bytes",
      SignalKind.SLOPE,
      SignalScope.SERVERS,
      Need.OPTIONAL,
      "growth of what forced collections leave in the old generation, of all servers together, in bytes per second; only with"
          + " workload.cells.screen"),
  /** Requests that the balancer has passed to servers and that are not answered. */
  BALANCER_SESSIONS(
      "balancerSessions",
      "haproxy_server_current_sessions",
      SignalKind.MEAN,
      SignalScope.BALANCER,
      Need.MANDATORY,
      "requests in progress at the servers, as the balancer counts them, mean"),
  /** Requests that wait in the balancer for their own server. */
  BALANCER_SERVER_QUEUE(
      "balancerServerQueue",
      "haproxy_server_current_queue",
      SignalKind.MEAN,
      SignalScope.BALANCER,
      Need.MANDATORY,
      "requests that wait in the balancer for their own server, mean"),
  /** Requests that wait in the balancer for any server. */
  BALANCER_QUEUE(
      "balancerQueue",
      "haproxy_backend_current_queue",
      SignalKind.MEAN,
      SignalScope.BALANCER,
      Need.MANDATORY,
      "requests that wait in the balancer for any server, mean"),
  /** Connections that the balancer has. */
  BALANCER_CONNECTIONS(
      "balancerConnections",
      "haproxy_process_current_connections",
      SignalKind.HIGHEST,
      SignalScope.BALANCER,
      Need.OPTIONAL,
      "connections of clients to the balancer, highest"),
  /** Connections that the balancer may have. */
  BALANCER_MAX_CONNECTIONS(
      "balancerMaxConnections",
      "haproxy_process_max_connections",
      SignalKind.HIGHEST,
      SignalScope.BALANCER,
      Need.OPTIONAL,
      "connections that the balancer accepts at most"),
  /** Database connections that wait for a lock. */
  LOCK_WAITERS(
      "lockWaiters",
      "cnpg_scalelab_backends_lock_waiters",
      SignalKind.MEAN,
      SignalScope.DATABASE,
      Need.MANDATORY,
      "database connections that wait for a lock, mean"),
  /** Time that database connections execute statements. */
  DATABASE_ACTIVE(
      "databaseActiveSeconds",
      "cnpg_scalelab_activity_active_seconds",
      SignalKind.GROWTH,
      SignalScope.DATABASE,
      Need.OPTIONAL,
      "time that database connections spent executing statements, waits included, in s per second"),
  /** Time that database connections wait for the application within a transaction. */
  DATABASE_IDLE_IN_TRANSACTION(
      "databaseIdleInTransactionSeconds",
      "cnpg_scalelab_activity_idle_in_transaction_seconds",
      SignalKind.GROWTH,
      SignalScope.DATABASE,
      Need.OPTIONAL,
      "time that database connections waited for the next statement of a transaction, in s per second"),
  /** Database connections that wait for reads or writes. */
  DATABASE_IO(
      "databaseIo",
      "cnpg_scalelab_backends_io",
      SignalKind.MEAN,
      SignalScope.DATABASE,
      Need.MANDATORY,
      "database connections that wait for reads or writes, other than commits, mean"),
  /** Database connections that commit. */
  DATABASE_COMMITS(
      "databaseCommits",
      "cnpg_scalelab_backends_committing",
      SignalKind.MEAN,
      SignalScope.DATABASE,
      Need.MANDATORY,
      "database connections that commit, mean"),
  /** Time in which a database's processes waited for reads and writes. */
  DATABASE_IO_PRESSURE(
      "databaseIoPressure",
      "container_pressure_io_waiting_seconds_total",
      SignalKind.GROWTH,
      SignalScope.DATABASE_CONTAINERS,
      Need.OPTIONAL,
      "time in which a process of the database waited for reads or writes, in s per second of each of its pods, added up; kubelets"
          + " report it from Kubernetes 1.34 on"),
  /** Time in which the servers' processes waited for a CPU. */
  CPU_PRESSURE(
      "serverCpuPressure",
      "container_pressure_cpu_waiting_seconds_total",
      SignalKind.GROWTH,
      SignalScope.SERVER_CONTAINERS,
      Need.OPTIONAL,
      "time in which a thread of a server waited for a CPU, for its limit or for the host, in s per second of each server, added up;"
          + " kubelets report it from Kubernetes 1.34 on"),
  /** Bytes that the servers sent. */
  SENT_BYTES(
      "serverSentBytes",
      "container_network_transmit_bytes_total",
      SignalKind.GROWTH,
      SignalScope.SERVER_NETWORK,
      Need.OPTIONAL,
      "bytes that all servers together sent, per second"),
  /** Bytes that the servers received. */
  RECEIVED_BYTES(
      "serverReceivedBytes",
      "container_network_receive_bytes_total",
      SignalKind.GROWTH,
      SignalScope.SERVER_NETWORK,
      Need.OPTIONAL,
      "bytes that all servers together received, per second"),
  /** Packets that the servers sent. */
  SENT_PACKETS(
      "serverSentPackets",
      "container_network_transmit_packets_total",
      SignalKind.GROWTH,
      SignalScope.SERVER_NETWORK,
      Need.OPTIONAL,
      "packets that all servers together sent, per second"),
  /** Packets that the servers could not send. */
  DROPPED_PACKETS(
      "serverDroppedPackets",
      "container_network_transmit_packets_dropped_total",
      SignalKind.GROWTH,
      SignalScope.SERVER_NETWORK,
      Need.OPTIONAL,
      "packets that all servers together could not send, per second");

  /** Whether another resource may be the limit without a figure. */
  private enum Need {
    MANDATORY,
    OPTIONAL
  }

  private final String key;
  private final String metric;
  private final SignalKind kind;
  private final SignalScope scope;
  private final Need need;
  private final String text;

  Signal(String key, String metric, SignalKind kind, SignalScope scope, Need need, String text) {
    this.key = key;
    this.metric = metric;
    this.kind = kind;
    this.scope = scope;
    this.need = need;
    this.text = text;
  }

  /** Its name in the evidence. */
  public String key() {
    return key;
  }

  /** Name of the metric in Prometheus. */
  public String metric() {
    return metric;
  }

  /** How it is calculated. */
  public SignalKind kind() {
    return kind;
  }

  /** Whose series are added up. */
  public SignalScope scope() {
    return scope;
  }

  /**
   * Whether a diagnosis without it is less sure; it still need not exist, as that of beans where
   * nothing limits these.
   */
  public boolean mandatory() {
    return need == Need.MANDATORY;
  }

  /** What it is, as text for users. */
  public String text() {
    return text;
  }
}
