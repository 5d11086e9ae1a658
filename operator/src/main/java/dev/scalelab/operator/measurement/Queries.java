package dev.scalelab.operator.measurement;

import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.util.Map;
import java.util.Optional;

/**
 * Selectors of all series that evidence is calculated from. A selector is of one testbed; the
 * caller decides the window, and whether to use a counter's growth or the highest or lowest value.
 */
final class Queries {
  private static final String ORDERS = "=\"orders\"";
  private static final String ORDERS_AND_CHANGES = "=~\"orders|portal.changes\"";

  private final Subject subject;
  private final Containers containers;

  Queries(Subject subject) {
    this.subject = subject;
    this.containers = new Containers(subject);
  }

  /**
   * CPU time of each container of the testbed, in seconds; counter of the kubelet (cAdvisor), with
   * the kubelet's own timestamps. All tiers are queried at once, see {@link #tier}.
   */
  String containerCpu() {
    return "container_cpu_usage_seconds_total" + containers.selector();
  }

  /** CFS periods in which a container could run; counter of the kubelet. */
  String periods() {
    return "container_cpu_cfs_periods_total" + containers.selector();
  }

  /** CFS periods in which a container was held back by its limit; counter of the kubelet. */
  String throttledPeriods() {
    return "container_cpu_cfs_throttled_periods_total" + containers.selector();
  }

  /** Time for which a container was held back by its limit, in seconds; counter of the kubelet. */
  String throttledSeconds() {
    return "container_cpu_cfs_throttled_seconds_total" + containers.selector();
  }

  /**
   * CPU time a CFS period that the cgroup allows, in microseconds; gauge of the kubelet, read from
   * the cgroup at most 5 s ago: so this is the limit in force, not the requested one.
   */
  String cpuQuota() {
    return "container_spec_cpu_quota" + containers.selector();
  }

  /** Length of a CFS period, in microseconds; gauge of the kubelet. */
  String cpuPeriod() {
    return "container_spec_cpu_period" + containers.selector();
  }

  /** When a container's cgroup was created, in seconds since 1970; gauge of the kubelet. */
  String containerStart() {
    return "container_start_time_seconds" + containers.selector();
  }

  /** CPU time of all machines, in seconds; counter of the kubelet's root cgroup. */
  static String machineCpu() {
    return "container_cpu_usage_seconds_total{id=\"/\"}";
  }

  /** Cores of all machines; gauge of the kubelet. Nodes with the same boot_id share a kernel. */
  static String machineCores() {
    return "machine_cpu_cores{node!=\"\"}";
  }

  /** Time in garbage collection by collector, in seconds; counter of the server's JVM. */
  String gcSeconds() {
    return "gc_time_seconds_total" + servers();
  }

  /** Time that the JIT compiler's threads were busy, in seconds; gauge that only grows. */
  String jitSeconds() {
    return "scalelab_jit_seconds" + servers();
  }

  /** CPU time of each server's process, in seconds; it only grows. */
  String processCpu() {
    return "cpu_process_cpu_time_seconds" + servers();
  }

  /** Heap in use, in bytes; gauge of the server's JVM. */
  String heapUsed() {
    return "memory_used_heap_bytes" + servers();
  }

  /** Maximum size of the heap, in bytes; gauge of the server's JVM. */
  String heapMax() {
    return "memory_max_heap_bytes" + servers();
  }

  /** JDBC connections in use; gauge of the server's pool. */
  String poolInUse() {
    return "datasources_pool_in_use_count" + servers();
  }

  /** JDBC connections that are still available; gauge of the server's pool. */
  String poolAvailable() {
    return "datasources_pool_available_count" + servers();
  }

  /**
   * Time spent waiting for a connection, in milliseconds, without waits that ended without one; it
   * only grows, although WildFly declares it as a gauge.
   */
  String poolWaitMillis() {
    return "datasources_pool_total_blocking_time" + servers();
  }

  /**
   * HTTP requests served; counter of the server's listener, with type http-listener. Servlets count
   * the same requests under the same name, with type servlet.
   */
  String requests() {
    return "undertow_request_count_total" + servers();
  }

  /** Busy threads of the web worker; gauge of the server. */
  String webThreadsBusy() {
    return "io_busy_task_thread_count" + servers();
  }

  /** Maximum number of threads of the web worker; gauge of the server. */
  String webThreadsMax() {
    return "io_max_pool_size" + servers();
  }

  /** Members of the JGroups view as each server sees it; gauge of the server. */
  String clusterSize() {
    return "scalelab_cluster_members" + servers();
  }

  /**
   * Seconds in which each server took part in state transfers; its counter, declared as a gauge.
   */
  String stateTransfers() {
    return "scalelab_state_transfer_seconds" + servers();
  }

  /** Settings in force as each server reports them, by the label setting; gauge of the server. */
  String setting() {
    return "scalelab_setting" + servers();
  }

  /** Uses of each server's cache of entities by figure; hits and misses never decrease. */
  String entities() {
    return "scalelab_entities" + servers();
  }

  /** The garbage collector of each server, as the label collector; always 1. */
  String collector() {
    return "scalelab_collector" + servers();
  }

  /** Listeners of each server's queue of orders; gauge of its message broker. */
  String queueListeners() {
    return "messaging_activemq_consumer_count" + subject.selector(queueMatchers(ORDERS));
  }

  /**
   * Seconds during which a server had no answer from its databases. An outage counts from its sixth
   * second, or from its first if a database refused or closed connections. It only grows, although
   * the server declares it as a gauge.
   */
  String databaseLost() {
    return "scalelab_database_lost_seconds" + servers();
  }

  /** Seconds since that counter last grew, or since the server's start if it never did. */
  String databaseKept() {
    return "scalelab_database_kept_seconds" + servers();
  }

  /** Transactions put into each server's queue of orders; counter of its message broker. */
  String queueAdded() {
    return "messaging_activemq_messages_added_total" + subject.selector(queueMatchers(ORDERS));
  }

  /**
   * Transactions that each server has accepted and not executed, in its queue of orders and in that
   * of their changes: waiting, delivered to listeners but not committed, and to be redelivered;
   * gauges of its message broker.
   */
  String queueCount() {
    return "messaging_activemq_message_count" + subject.selector(queueMatchers(ORDERS_AND_CHANGES));
  }

  /**
   * Orders of the portal by figure: how many each server has executed, and their times added up.
   */
  String orders() {
    return "scalelab_orders" + servers();
  }

  /** Requests passed on by the balancer; counter of HAProxy's backends. */
  String balancerRequests() {
    return "haproxy_backend_http_requests_total" + balancer();
  }

  /**
   * Calls of servers of other partitions; counter of HAProxy's backends, one for each partition.
   */
  String balancerCalls() {
    return "haproxy_backend_http_requests_total"
        + subject.selector(balancerMatchers() + ",proxy=~\"calls-.+\"");
  }

  /**
   * Responses by status class, including the balancer's own; counter of HAProxy's backends,
   * labelled with the class as code. Requests that no server answered are counted here only, and
   * with queue times of 0.
   */
  String balancerResponses() {
    return "haproxy_backend_http_responses_total" + balancer();
  }

  /** Responses of each server by status class; counter of HAProxy, labelled with the server. */
  String serverResponses() {
    return "haproxy_server_http_responses_total" + balancer();
  }

  /**
   * Weight of each server, which its agent changes with the policy LoadAware; gauge of HAProxy,
   * labelled with the server.
   */
  String serverWeights() {
    return "haproxy_server_weight" + balancer();
  }

  /** Requests that wait for any server; gauge of HAProxy's backends. */
  String backendQueue() {
    return "haproxy_backend_current_queue" + balancer();
  }

  /** Requests that wait for their own server; gauge of HAProxy's servers. */
  String serverQueue() {
    return "haproxy_server_current_queue" + balancer();
  }

  /**
   * Servers that the balancer sends requests to: those that answer its health checks; gauge of
   * HAProxy's backends, one for each partition.
   */
  String balancerServers() {
    return "haproxy_backend_active_servers"
        + subject.selector(balancerMatchers() + ",proxy=~\"servers(-.+)?\"");
  }

  /** The pods of which a container does the work; see {@link Containers#group}. */
  Optional<PodGroup> group(Map<String, String> labels) {
    return containers.group(labels);
  }

  /** Matchers of the labels of a scope's series. */
  String matchers(SignalScope scope) {
    return switch (scope) {
      case SERVERS, SERVLETS, BEANS, BEAN_SERVERS, POOLS -> servers();
      case BALANCER -> balancer();
      case DATABASE -> new DatabaseQueries(subject).all();
      case DATABASE_CONTAINERS -> containers.selector(Tier.DATABASE);
      case SERVER_CONTAINERS -> containers.selector(Tier.APPLICATION);
      case SERVER_NETWORK -> containers.network(Tier.APPLICATION);
    };
  }

  private String servers() {
    return subject.selector(serverMatchers());
  }

  private String serverMatchers() {
    return "trial=\"" + subject.trial() + "\",tier=\"application\"";
  }

  private String queueMatchers(String queues) {
    return serverMatchers() + ",name" + queues;
  }

  /** Of clients' requests: not of calls between partitions. */
  private String balancer() {
    return subject.selector(balancerMatchers() + ",proxy!~\"calls-.+\"");
  }

  private String balancerMatchers() {
    return "trial=\"" + subject.trial() + "\",tier=\"balancer\"";
  }
}
