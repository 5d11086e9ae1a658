package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.PlantedSamples.SCRAPE_SECONDS;
import static dev.scalelab.operator.measurement.PlantedSamples.series;

import dev.scalelab.operator.platform.Tier;
import java.time.Instant;
import java.util.Map;

/** The series of a testbed as reported by its pods and their kubelets, with known figures. */
final class PlantedTestbed {
  private final PlantedSamples samples;
  private final PlantedPods pods;
  private final PlantedKubelets kubelets;
  private final PlantedServers servers;
  private boolean lastTakenForDead;
  private boolean withoutDatabase;

  /** Adds to samples; configuration is experiment and variant, as small-base. */
  PlantedTestbed(PlantedSamples samples, String configuration, int replicas) {
    this.samples = samples;
    this.pods = new PlantedPods(configuration, replicas);
    this.kubelets = new PlantedKubelets(samples, pods);
    this.servers = new PlantedServers(samples, pods);
  }

  /**
   * The last server has another CPU limit than the rest from a second of the window on; to be
   * called first.
   */
  PlantedTestbed limitOfLastServer(double cores, int fromSecond) {
    kubelets.limitOfLastServer(cores, fromSecond);
    return this;
  }

  /** The balancer is without the last server for some seconds of the window; to be called first. */
  PlantedTestbed lastServerTakenForDead() {
    lastTakenForDead = true;
    return this;
  }

  /** Each node reports its own part of the machine, as on kind; to be called first. */
  PlantedTestbed partsOfMachine() {
    kubelets.partsOfMachine();
    return this;
  }

  /** Each node is a machine; to be called first. */
  PlantedTestbed machineEach() {
    kubelets.machineEach();
    return this;
  }

  /** The control plane's node reports its machine, but not its CPU time; to be called first. */
  PlantedTestbed silentControlPlane() {
    kubelets.silentControlPlane();
    return this;
  }

  /** The workload has no database; to be called first. */
  PlantedTestbed withoutDatabase() {
    withoutDatabase = true;
    return this;
  }

  /** The last server reports all but its settings; to be called first. */
  PlantedTestbed withoutSettingsOfLastServer() {
    servers.settingsOfLastUnknown();
    return this;
  }

  /** The servers report the size of their pools of connections; to be called first. */
  PlantedTestbed poolSizeReported() {
    servers.poolSizeReported();
    return this;
  }

  /** The last server answers no scrape of its cluster view in the window. */
  PlantedTestbed busyLastServer() {
    servers.busyLast();
    return this;
  }

  /** The last server reports none of its threads, requests and connections; to be called first. */
  PlantedTestbed silentLastServer() {
    servers.silentLast();
    return this;
  }

  /**
   * The last server sees this number of members (0: no report), the others all; to be called first.
   */
  PlantedTestbed viewOfLastServer(int members) {
    servers.viewOfLast(members);
    return this;
  }

  /** All series of a testbed without problems. */
  PlantedTestbed whole() {
    containers().servers().balancer();
    return withoutDatabase ? this : database();
  }

  /** Series of the kubelets. */
  PlantedTestbed containers() {
    kubelets.containers(!withoutDatabase);
    return this;
  }

  /** Series of the application servers. */
  PlantedTestbed servers() {
    servers.servers(!withoutDatabase);
    return this;
  }

  /**
   * Series of the message brokers: 4/s are added to each server's queue. The last server's
   * listeners take 4/s, those of the others 3/s.
   */
  PlantedTestbed queues() {
    servers.queues();
    return this;
  }

  /** Series of the balancer. */
  PlantedTestbed balancer() {
    String labels = pods.labels("balancer", pods.balancer()) + ",proxy=\"servers\"";
    samples.counter("haproxy_backend_http_requests_total", labels, 150 * pods.replicas(), 2);
    samples.gauge("haproxy_backend_current_queue", labels, 2);
    String process = pods.labels("balancer", pods.balancer());
    samples.gauge("haproxy_process_current_connections", process, 31);
    samples.gauge("haproxy_process_max_connections", process, 4000);
    // Seven more of 5xx than all servers together: the balancer's own.
    for (var rate :
        Map.of("1xx", 0, "2xx", 149 * pods.replicas(), "5xx", pods.replicas() + 7).entrySet()) {
      String code = labels + ",code=\"" + rate.getKey() + "\"";
      samples.counter("haproxy_backend_http_responses_total", code, rate.getValue(), 2);
    }
    samples.samples(
        series("haproxy_backend_active_servers", labels),
        2,
        at -> lastTakenForDead && at > 7 && at < 13 ? pods.replicas() - 1 : pods.replicas());
    for (int pod = 0; pod < pods.replicas(); pod++) {
      String server = labels + ",server=\"" + pods.server(pod) + "\"";
      samples.counter("haproxy_server_http_responses_total", server + ",code=\"2xx\"", 149, 2);
      samples.counter("haproxy_server_http_responses_total", server + ",code=\"5xx\"", 1, 2);
      samples.gauge("haproxy_server_current_queue", server, 3);
      samples.gauge("haproxy_server_current_sessions", server, 9);
      samples.gauge("haproxy_server_weight", server, 40);
    }
    return this;
  }

  /** Series of the database. */
  PlantedTestbed database() {
    if (pods.replicas() == 20) {
      return this;
    }
    String labels = pods.labels("database", pods.database(1));
    samples.gauge("cnpg_backends_total", labels + ",state=\"active\"", 11);
    samples.gauge("cnpg_backends_total", labels + ",state=\"idle\"", 20);
    samples.gauge("cnpg_scalelab_backends_lock_waiters", labels, 4);
    samples.gauge("cnpg_scalelab_backends_io", labels, 1);
    samples.gauge("cnpg_scalelab_backends_committing", labels, 2);
    samples.counter("cnpg_scalelab_activity_active_seconds", labels, 7, SCRAPE_SECONDS);
    samples.counter(
        "cnpg_scalelab_activity_idle_in_transaction_seconds", labels, 0.5, SCRAPE_SECONDS);
    samples.counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"ecperf\"", 180, SCRAPE_SECONDS);
    samples.counter(
        "cnpg_pg_stat_database_blks_read", labels + ",datname=\"ecperf\"", 25, SCRAPE_SECONDS);
    samples.counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"postgres\"", 9, SCRAPE_SECONDS);
    return this;
  }

  /**
   * Another instance, which is the primary from a second of the window on; until then the first
   * instance is the primary, and afterwards a replica.
   */
  PlantedTestbed replica(int primaryFromSecond) {
    kubelets.container(Tier.DATABASE, pods.database(2), "db", 0.2034);
    String firstLabels = pods.labels("database", pods.database(1));
    String labels = pods.labels("database", pods.database(2));
    samples.gauge("cnpg_backends_total", labels + ",state=\"active\"", 5);
    samples.counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"ecperf\"", 70, SCRAPE_SECONDS);
    int since = primaryFromSecond == 0 ? -1000 : primaryFromSecond;
    samples.samples(
        series("cnpg_pg_replication_in_recovery", firstLabels),
        SCRAPE_SECONDS,
        at -> at < since ? 0 : 1);
    samples.samples(
        series("cnpg_pg_replication_in_recovery", labels),
        SCRAPE_SECONDS,
        at -> at < since ? 1 : 0);
    samples.samples(
        series("cnpg_pg_replication_lag", firstLabels),
        SCRAPE_SECONDS,
        at -> at > 6 && at < 13 ? 0.75 : 0);
    samples.gauge("cnpg_pg_replication_lag", labels, 0);
    samples.gauge(
        "cnpg_pg_stat_replication_replay_diff_bytes",
        labels + ",application_name=\"" + pods.database(1) + "\"",
        4096);
    return this;
  }

  /** A server's container restarted. */
  PlantedTestbed restarted(Instant when) {
    kubelets.started(Tier.APPLICATION, pods.server(0), when.getEpochSecond());
    return this;
  }

  /**
   * Series of two Infinispan servers, and of the kubelet for them.
   *
   * @param viewOfLast members that the last of them sees; 0: neither reports any
   */
  PlantedTestbed caches(int viewOfLast) {
    for (int pod = 0; pod < 2; pod++) {
      kubelets.container(Tier.CACHE, pods.cache(pod), "cache", 0.1);
      String labels = pods.labels("cache", pods.cache(pod));
      if (viewOfLast > 0) {
        samples.gauge("infinispan_cluster_size", labels, pod == 1 ? viewOfLast : 2);
      }
      String sessions = labels + ",cache=\"ROOT.war\"";
      samples.counter("infinispan_statistics_hits", sessions, 90, SCRAPE_SECONDS);
      samples.counter("infinispan_statistics_misses", sessions, 10, SCRAPE_SECONDS);
      samples.counter("infinispan_statistics_stores", sessions, 40, SCRAPE_SECONDS);
      samples.counter("infinispan_statistics_remove_hits", sessions, 5, SCRAPE_SECONDS);
      String heap = labels + ",area=\"heap\"";
      samples.gauge("jvm_memory_used_bytes", heap + ",id=\"Eden Space\"", 10e6 * (pod + 1));
      samples.gauge("jvm_memory_used_bytes", heap + ",id=\"Tenured Gen\"", 40e6 * (pod + 1));
      samples.gauge("jvm_memory_max_bytes", heap + ",id=\"Eden Space\"", 40e6);
      samples.gauge("jvm_memory_max_bytes", heap + ",id=\"Tenured Gen\"", 160e6);
      samples.gauge("jvm_memory_used_bytes", labels + ",area=\"nonheap\",id=\"Metaspace\"", 90e6);
    }
    return this;
  }

  /** A pod of another tier, on this tier's node. */
  PlantedTestbed another(Tier tier, String pod, String node) {
    kubelets.container(tier, pod, node, 0.1);
    return this;
  }

  /** Series of the kubelet for the suppliers' emulator, which may use half a core. */
  PlantedTestbed suppliers() {
    kubelets.suppliers();
    return this;
  }

  /** The suppliers' container restarted. */
  PlantedTestbed suppliersRestarted(Instant when) {
    kubelets.started(Tier.SUPPLIER, pods.supplier(), when.getEpochSecond());
    return this;
  }
}
