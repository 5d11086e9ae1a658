package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.PlantedSamples.SCRAPE_SECONDS;
import static dev.scalelab.operator.measurement.PlantedSamples.series;

import java.util.List;

/** The series that the application servers of a planted testbed report. */
final class PlantedServers {
  private final PlantedSamples samples;
  private final PlantedPods pods;
  private int viewOfLast;
  private boolean busyLast;
  private boolean silentLast;
  private boolean settingsOfLastUnknown;
  private boolean poolSizeReported;

  PlantedServers(PlantedSamples samples, PlantedPods pods) {
    this.samples = samples;
    this.pods = pods;
    this.viewOfLast = pods.replicas();
  }

  void busyLast() {
    busyLast = true;
  }

  void silentLast() {
    silentLast = true;
  }

  void settingsOfLastUnknown() {
    settingsOfLastUnknown = true;
  }

  void poolSizeReported() {
    poolSizeReported = true;
  }

  void viewOfLast(int members) {
    viewOfLast = members;
  }

  /** Series of the servers themselves. */
  void servers(boolean withDatabase) {
    for (int pod = 0; pod < pods.replicas(); pod++) {
      String labels = pods.labels("application", pods.server(pod));
      samples.counter("gc_time_seconds_total", labels + ",name=\"Copy\"", 0.02, SCRAPE_SECONDS);
      samples.counter("gc_time_seconds_total", labels + ",name=\"Mark\"", 0.01, SCRAPE_SECONDS);
      samples.counter("cpu_process_cpu_time_seconds", labels, 0.26, SCRAPE_SECONDS);
      samples.counter("scalelab_jit_seconds", labels, 0.004, SCRAPE_SECONDS);
      samples.gauge("memory_used_heap_bytes", labels, 100e6 * (pod + 1) / pods.replicas());
      samples.gauge("memory_max_heap_bytes", labels, 200e6);
      if (!silentLast || !pods.isLastServer(pod)) {
        used(labels);
      }
      if (!settingsOfLastUnknown || !pods.isLastServer(pod)) {
        settings(labels, pod);
      }
      String entities = labels + ",figure=\"%s\"";
      samples.counter("scalelab_entities", entities.formatted("hits"), 9, SCRAPE_SECONDS);
      samples.counter("scalelab_entities", entities.formatted("misses"), 1, SCRAPE_SECONDS);
      samples.gauge("scalelab_entities", entities.formatted("entries"), 500);
      samples.gauge("scalelab_collector", labels + ",collector=\"Serial\"", 1);
      boolean last = pods.isLastServer(pod);
      int view = last ? viewOfLast : pods.replicas();
      if (view > 0) {
        // One that is too busy answers no scrape from before the window until 10 s after it.
        samples.samples(
            series("scalelab_cluster_members", labels),
            SCRAPE_SECONDS,
            at -> last && busyLast && at > -10 && at < 30 ? Double.NaN : view);
      }
      if (withDatabase) {
        samples.lostDatabase(labels, SCRAPE_SECONDS, pod);
      }
    }
  }

  /** Series of connections, requests, threads and beans. */
  private void used(String labels) {
    String pool = labels + ",type=\"xa-data-source\",name=\"customer\"";
    samples.samples(
        series("datasources_pool_in_use_count", pool),
        SCRAPE_SECONDS,
        at -> at > 3 && at < 12 ? 12 : 2);
    samples.samples(
        series("datasources_pool_available_count", pool),
        SCRAPE_SECONDS,
        at -> at > 3 && at < 12 ? 11 : 18);
    samples.counter("datasources_pool_total_blocking_time", pool, 200, SCRAPE_SECONDS);
    samples.counter("datasources_pool_total_usage_time", pool, 4500, SCRAPE_SECONDS);
    samples.gauge(
        "datasources_pool_in_use_count", labels + ",type=\"xa-data-source\",name=\"supplier\"", 3);
    samples.gauge(
        "datasources_pool_available_count",
        labels + ",type=\"xa-data-source\",name=\"supplier\"",
        6);
    String silent = labels + ",type=\"data-source\",name=\"transactions\"";
    samples.gauge("datasources_pool_in_use_count", silent, 0);
    samples.gauge("datasources_pool_available_count", silent, 0);
    samples.counter(
        "undertow_request_count_total", labels + ",type=\"http-listener\"", 80, SCRAPE_SECONDS);
    samples.counter(
        "undertow_request_count_total", labels + ",type=\"servlet\"", 33, SCRAPE_SECONDS);
    samples.gauge("io_busy_task_thread_count", labels, 7);
    samples.gauge("io_max_pool_size", labels, 16);
    samples.gauge("io_queue_size", labels, 5);
    String servlet = labels + ",type=\"servlet\"";
    samples.counter("undertow_total_request_time_seconds_total", servlet, 6.5, SCRAPE_SECONDS);
    samples.counter(
        "undertow_total_request_time_seconds_total",
        labels + ",type=\"http-listener\"",
        7,
        SCRAPE_SECONDS);
    for (String bean : List.of("TB1", "TB2")) {
      String own = labels + ",type=\"stateless-session-bean\",name=\"" + bean + "\"";
      boolean first = bean.equals("TB1");
      samples.counter("ejb3_execution_time_total", own, first ? 900 : 300, SCRAPE_SECONDS);
      samples.counter("ejb3_wait_time_total", own, first ? 2000 : 50, SCRAPE_SECONDS);
    }
    String singleton = labels + ",type=\"singleton-bean\",name=\"JitMetrics\"";
    samples.counter("ejb3_execution_time_total", singleton, 1000, SCRAPE_SECONDS);
    samples.counter("scalelab_bean_threads_busy_seconds", labels, 0.9, SCRAPE_SECONDS);
    samples.counter("scalelab_bean_threads_waited_seconds", labels, 2, SCRAPE_SECONDS);
    samples.counter("scalelab_old_generation_bytes", labels, 240_000, SCRAPE_SECONDS);
  }

  /** As its cluster view, a busy server's settings are known before the window and after it. */
  private void settings(String labels, int pod) {
    boolean busy = busyLast && pods.isLastServer(pod);
    setting(labels, "heap", 256.0 * 1024 * 1024, busy);
    setting(labels, "processors", 1, busy);
    setting(labels, "sessionCopies", pod + 1, busy);
    setting(labels, "colour", 7, busy);
    if (poolSizeReported) {
      setting(labels, "connectionPoolSize", 25, busy);
    }
  }

  private void setting(String labels, String name, double value, boolean busy) {
    samples.samples(
        series("scalelab_setting", "%s,setting=\"%s\"".formatted(labels, name)),
        SCRAPE_SECONDS,
        at -> busy && at > -10 && at < 30 ? Double.NaN : value);
  }

  /**
   * Series of the message brokers: 4/s are added to each server's queue. The last server's
   * listeners take 4/s and complete 3.5/s, those of the others 3/s.
   */
  void queues() {
    for (int pod = 0; pod < pods.replicas(); pod++) {
      String labels = pods.labels("application", pods.server(pod));
      String orders = labels + ",name=\"orders\"";
      String dead = labels + ",name=\"dead\"";
      samples.counter("messaging_activemq_messages_added_total", orders, 4, SCRAPE_SECONDS);
      samples.counter("messaging_activemq_messages_added_total", dead, 1, SCRAPE_SECONDS);
      boolean last = pods.isLastServer(pod);
      samples.samples(
          series("messaging_activemq_message_count", orders),
          SCRAPE_SECONDS,
          at -> last ? 30 : 200 + at);
      samples.gauge("messaging_activemq_message_count", dead, 1000);
      samples.samples(
          series("messaging_activemq_message_count", labels + ",name=\"portal.changes\""),
          SCRAPE_SECONDS,
          at -> last ? 6 + 0.5 * at : 1);
      samples.gauge("messaging_activemq_consumer_count", orders, 4);
      samples.counter("scalelab_orders", labels + ",figure=\"executed\"", 4, SCRAPE_SECONDS);
      samples.counter(
          "scalelab_orders", labels + ",figure=\"millis\"", last ? 4000 : 100, SCRAPE_SECONDS);
    }
  }
}
