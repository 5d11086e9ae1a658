package dev.scalelab.operator.measurement;

import dev.scalelab.operator.platform.Tier;
import java.time.Instant;
import java.util.List;

/** The series of a testbed as reported by its pods and their kubelets, with known figures. */
final class PlantedTestbed {
  private static final int KUBELET_SECONDS = 11;
  private static final int SCRAPE_SECONDS = 5;
  private static final long LONG_AGO = 1_700_000_000;

  private final PlantedSamples samples;
  private final String experiment;
  private final String trial;
  private final String database;
  private final int replicas;
  private double lastLimit = 0.3;
  private int lastLimitFrom;
  private int lastView;
  private boolean lastTakenForDead;
  private boolean partsOfMachine;
  private boolean silentControlPlane;
  private boolean busyLastServer;
  private boolean withoutDatabase;

  /** Adds to samples; configuration is experiment and variant, as small-base. */
  PlantedTestbed(PlantedSamples samples, String configuration, int replicas) {
    this.samples = samples;
    this.experiment = configuration.substring(0, configuration.indexOf('-'));
    this.trial = configuration + "-" + replicas;
    this.replicas = replicas;
    this.lastView = replicas;
    this.database = configuration + "-db-1";
  }

  /**
   * The last server has another CPU limit than the rest from a second of the window on; to be
   * called first.
   */
  PlantedTestbed limitOfLastServer(double cores, int fromSecond) {
    lastLimit = cores;
    lastLimitFrom = fromSecond;
    return this;
  }

  /** The balancer is without the last server for some seconds of the window; to be called first. */
  PlantedTestbed lastServerTakenForDead() {
    lastTakenForDead = true;
    return this;
  }

  /** Each node reports its own part of the machine, as on kind; to be called first. */
  PlantedTestbed partsOfMachine() {
    partsOfMachine = true;
    return this;
  }

  /** The control plane's node reports its machine, but not its CPU time; to be called first. */
  PlantedTestbed silentControlPlane() {
    silentControlPlane = true;
    return this;
  }

  /** The workload has no database; to be called first. */
  PlantedTestbed withoutDatabase() {
    withoutDatabase = true;
    return this;
  }

  /** The last server answers no scrape of its cluster view in the window. */
  PlantedTestbed busyLastServer() {
    busyLastServer = true;
    return this;
  }

  /**
   * The last server sees this number of members (0: no report), the others all; to be called first.
   */
  PlantedTestbed viewOfLastServer(int members) {
    lastView = members;
    return this;
  }

  /** All series of a testbed without problems. */
  PlantedTestbed whole() {
    containers().servers().balancer();
    return withoutDatabase ? this : database();
  }

  /** Series of the kubelets. */
  PlantedTestbed containers() {
    for (int pod = 0; pod < replicas; pod++) {
      container(Tier.APPLICATION, server(pod), node("app"), 0.25 + 0.04 * pod);
      limit(server(pod), pod == replicas - 1);
      started(Tier.APPLICATION, server(pod), LONG_AGO);
    }
    container(Tier.BALANCER, trial + "-lb-6d4b-x7k2p", node("lb"), 0.1);
    if (replicas < 20) {
      if (!withoutDatabase) {
        container(Tier.DATABASE, database, node("db"), 0.4);
      }
      container(Tier.LOAD, trial + "-r1-load-abcde", node("load"), 0.6);
    }
    machines();
    return this;
  }

  private void container(Tier tier, String pod, String node, double cores) {
    String all = "namespace=\"default\",pod=\"%s\",node=\"%s\"".formatted(pod, node);
    counter("container_cpu_usage_seconds_total", all + own(tier, pod), cores, KUBELET_SECONDS);
    // The pod's own cgroup repeats the figures, and a proxy runs beside the main container; a pod
    // of the same name in another namespace is unrelated.
    counter(
        "container_cpu_usage_seconds_total",
        all + ",container=\"\",id=\"/pod/" + pod + "\"",
        cores,
        KUBELET_SECONDS);
    counter(
        "container_cpu_usage_seconds_total",
        all + ",container=\"istio-proxy\",id=\"/pod/" + pod + "/istio-proxy\"",
        3,
        KUBELET_SECONDS);
    counter(
        "container_cpu_usage_seconds_total",
        all.replace("default", "other") + own(tier, "other" + pod),
        5,
        KUBELET_SECONDS);
    counter("container_cpu_cfs_periods_total", all + own(tier, pod), 10, KUBELET_SECONDS);
    counter(
        "container_cpu_cfs_throttled_periods_total", all + own(tier, pod), 2.5, KUBELET_SECONDS);
  }

  private static String own(Tier tier, String pod) {
    return ",container=\"%1$s\",id=\"/pod/%2$s/%1$s\"".formatted(tier.container(), pod);
  }

  private void limit(String pod, boolean last) {
    String labels =
        "{namespace=\"default\",pod=\"%s\",node=\"%s\"%s}"
            .formatted(pod, node("app"), own(Tier.APPLICATION, pod));
    // The kubelet still reports the start limit for some seconds of the window.
    samples.samples(
        "container_spec_cpu_quota" + labels,
        SCRAPE_SECONDS,
        at -> at < 4 ? 200_000 : 100_000 * (last && at >= lastLimitFrom ? lastLimit : 0.3));
    samples.gauge("container_spec_cpu_period" + labels, 100_000);
  }

  private void started(Tier tier, String pod, long when) {
    samples.gauge(
        "container_start_time_seconds{namespace=\"default\",pod=\"%s\"%s}"
            .formatted(pod, own(tier, pod + when)),
        when);
  }

  /**
   * Five nodes of one machine with two cores: each reports the machine's counter, or its own part.
   * The control plane's node runs no pod of the testbed.
   */
  private void machines() {
    double used = 0;
    for (String tier : List.of("app", "lb", "db", "load", "control")) {
      gauge("machine_cpu_cores", "boot_id=\"" + trial + "\",node=\"" + node(tier) + "\"", 2);
      if (silentControlPlane && tier.equals("control")) {
        continue;
      }
      used += 0.12;
      double start = partsOfMachine ? 1000 * used : 5000;
      double cores = partsOfMachine ? used : 1.5;
      String labels = "id=\"/\",node=\"" + node(tier) + "\"";
      samples.samples(
          series("container_cpu_usage_seconds_total", labels),
          KUBELET_SECONDS,
          seconds -> start + cores * seconds);
    }
  }

  private String node(String tier) {
    return trial + "-node-" + tier;
  }

  /** Series of the application servers. */
  PlantedTestbed servers() {
    for (int pod = 0; pod < replicas; pod++) {
      String labels = labels("application", server(pod));
      counter("gc_time_seconds_total", labels + ",name=\"Copy\"", 0.02, SCRAPE_SECONDS);
      counter("gc_time_seconds_total", labels + ",name=\"Mark\"", 0.01, SCRAPE_SECONDS);
      gauge("memory_used_heap_bytes", labels, 100e6 * (pod + 1) / replicas);
      gauge("memory_max_heap_bytes", labels, 200e6);
      String pool = labels + ",type=\"xa-data-source\",name=\"customer\"";
      samples.samples(
          series("datasources_pool_in_use_count", pool),
          SCRAPE_SECONDS,
          at -> at > 3 && at < 12 ? 12 : 2);
      samples.samples(
          series("datasources_pool_available_count", pool),
          SCRAPE_SECONDS,
          at -> at > 3 && at < 12 ? 11 : 18);
      counter("datasources_pool_total_blocking_time", pool, 200, SCRAPE_SECONDS);
      gauge(
          "datasources_pool_in_use_count",
          labels + ",type=\"xa-data-source\",name=\"supplier\"",
          3);
      gauge(
          "datasources_pool_available_count",
          labels + ",type=\"xa-data-source\",name=\"supplier\"",
          6);
      counter(
          "undertow_request_count_total", labels + ",type=\"http-listener\"", 80, SCRAPE_SECONDS);
      counter("undertow_request_count_total", labels + ",type=\"servlet\"", 33, SCRAPE_SECONDS);
      gauge("io_busy_task_thread_count", labels, 7);
      gauge("io_max_pool_size", labels, 16);
      boolean last = pod == replicas - 1;
      int view = last ? lastView : replicas;
      if (view > 0) {
        // One that is too busy answers no scrape from before the window until 10 s after it.
        samples.samples(
            series("scalelab_cluster_members", labels),
            SCRAPE_SECONDS,
            at -> last && busyLastServer && at > -10 && at < 30 ? Double.NaN : view);
      }
      if (!withoutDatabase) {
        samples.lostDatabase(labels, SCRAPE_SECONDS, pod);
      }
    }
    return this;
  }

  /**
   * Series of the message brokers: 4/s are added to each server's queue. The last server's
   * listeners take 4/s, those of the others 3/s.
   */
  PlantedTestbed queues() {
    for (int pod = 0; pod < replicas; pod++) {
      String orders = labels("application", server(pod)) + ",name=\"orders\"";
      String dead = labels("application", server(pod)) + ",name=\"dead\"";
      counter("messaging_activemq_messages_added_total", orders, 4, SCRAPE_SECONDS);
      counter("messaging_activemq_messages_added_total", dead, 1, SCRAPE_SECONDS);
      boolean last = pod == replicas - 1;
      samples.samples(
          series("messaging_activemq_message_count", orders),
          SCRAPE_SECONDS,
          at -> last ? 30 : 200 + at);
      gauge("messaging_activemq_message_count", dead, 1000);
    }
    return this;
  }

  /** Series of the balancer. */
  PlantedTestbed balancer() {
    String labels = labels("balancer", trial + "-lb-6d4b-x7k2p") + ",proxy=\"servers\"";
    counter("haproxy_backend_http_requests_total", labels, 150 * replicas, 2);
    gauge("haproxy_backend_current_queue", labels, 0);
    samples.samples(
        series("haproxy_backend_active_servers", labels),
        2,
        at -> lastTakenForDead && at > 7 && at < 13 ? replicas - 1 : replicas);
    for (int pod = 0; pod < replicas; pod++) {
      String server = labels + ",server=\"" + server(pod) + "\"";
      counter("haproxy_server_http_responses_total", server + ",code=\"2xx\"", 149, 2);
      counter("haproxy_server_http_responses_total", server + ",code=\"5xx\"", 1, 2);
      gauge("haproxy_server_current_queue", server, 3);
    }
    return this;
  }

  /** Series of the database. */
  PlantedTestbed database() {
    if (replicas == 20) {
      return this;
    }
    String labels = labels("database", database);
    gauge("cnpg_backends_total", labels + ",state=\"active\"", 11);
    gauge("cnpg_backends_total", labels + ",state=\"idle\"", 20);
    gauge("cnpg_backends_waiting_total", labels, 4);
    counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"ecperf\"", 180, SCRAPE_SECONDS);
    counter("cnpg_pg_stat_database_blks_read", labels + ",datname=\"ecperf\"", 25, SCRAPE_SECONDS);
    counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"postgres\"", 9, SCRAPE_SECONDS);
    return this;
  }

  /**
   * Another instance, which is the primary from a second of the window on; until then the first
   * instance is the primary, and afterwards a replica.
   */
  PlantedTestbed replica(int primaryFromSecond) {
    String other = database.replaceFirst("1$", "2");
    container(Tier.DATABASE, other, node("db"), 0.2);
    String labels = labels("database", other);
    gauge("cnpg_backends_total", labels + ",state=\"active\"", 5);
    counter(
        "cnpg_pg_stat_database_xact_commit", labels + ",datname=\"ecperf\"", 70, SCRAPE_SECONDS);
    int since = primaryFromSecond == 0 ? -1000 : primaryFromSecond;
    samples.samples(
        series("cnpg_pg_replication_in_recovery", labels("database", database)),
        SCRAPE_SECONDS,
        at -> at < since ? 0 : 1);
    samples.samples(
        series("cnpg_pg_replication_in_recovery", labels),
        SCRAPE_SECONDS,
        at -> at < since ? 1 : 0);
    samples.samples(
        series("cnpg_pg_replication_lag", labels("database", database)),
        SCRAPE_SECONDS,
        at -> at > 6 && at < 13 ? 0.75 : 0);
    gauge("cnpg_pg_replication_lag", labels, 0);
    gauge(
        "cnpg_pg_stat_replication_replay_diff_bytes",
        labels + ",application_name=\"" + database + "\"",
        4096);
    return this;
  }

  /** A server's container restarted. */
  PlantedTestbed restarted(Instant when) {
    started(Tier.APPLICATION, server(0), when.getEpochSecond());
    return this;
  }

  /** Series of the kubelet for the suppliers' emulator, which may use half a core. */
  PlantedTestbed suppliers() {
    String pod = trial + "-supplier-6d4b-x7k2p";
    container(Tier.SUPPLIER, pod, node("load"), 0.2);
    String labels = "namespace=\"default\",pod=\"" + pod + "\"" + own(Tier.SUPPLIER, pod);
    gauge("container_spec_cpu_quota", labels, 50_000);
    gauge("container_spec_cpu_period", labels, 100_000);
    return this;
  }

  /** The suppliers' container restarted. */
  PlantedTestbed suppliersRestarted(Instant when) {
    started(Tier.SUPPLIER, trial + "-supplier-6d4b-x7k2p", when.getEpochSecond());
    return this;
  }

  private String server(int pod) {
    return trial + "-app-" + pod;
  }

  private String labels(String tier, String pod) {
    String labels =
        "namespace=\"default\",experiment=\"%s\",tier=\"%s\",pod=\"%s\""
            .formatted(experiment, tier, pod);
    return tier.equals("database") ? labels : labels + ",trial=\"" + trial + "\"";
  }

  private void counter(String name, String labels, double perSecond, int everySeconds) {
    samples.counter(series(name, labels), perSecond, everySeconds);
  }

  private void gauge(String name, String labels, double value) {
    samples.gauge(series(name, labels), value);
  }

  private static String series(String name, String labels) {
    return name + "{" + labels + "}";
  }
}
