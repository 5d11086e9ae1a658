package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;

/**
 * Queries of CloudNativePG's exporter beyond its own: what the connections of the workload do. They
 * are views of PostgreSQL's own statistics, and cost less than a millisecond at each scrape. The
 * exporter's own number of waiting connections has each as often as others are in its way.
 */
public final class DatabaseMonitoring {
  /** A metric's name is cnpg_, the query's name, and the column's. */
  public static final String QUERIES =
      """
      scalelab_activity:
        query: |
          SELECT coalesce(sum(active_time), 0) / 1000 AS active_seconds,
            coalesce(sum(idle_in_transaction_time), 0) / 1000 AS idle_in_transaction_seconds
          FROM pg_stat_database WHERE datname NOT IN ('postgres', 'template0', 'template1')
        metrics:
          - active_seconds:
              usage: COUNTER
              description: time that connections spent executing statements
          - idle_in_transaction_seconds:
              usage: COUNTER
              description: time that connections waited for the next statement of a transaction
      scalelab_backends:
        query: |
          SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') AS lock_waiters,
            count(*) FILTER (WHERE wait_event_type = 'IO' AND NOT commits) AS io,
            count(*) FILTER (WHERE commits) AS committing
          FROM (SELECT wait_event_type, query ~* '^(commit|prepare transaction)' AS commits
            FROM pg_stat_activity WHERE state = 'active' AND backend_type = 'client backend'
              AND datname NOT IN ('postgres', 'template0', 'template1')) AS active
        metrics:
          - lock_waiters:
              usage: GAUGE
              description: connections that wait for a lock
          - io:
              usage: GAUGE
              description: connections that wait for reads or writes
          - committing:
              usage: GAUGE
              description: connections that commit
      """;

  private static final String KEY = "queries.yaml";

  private DatabaseMonitoring() {}

  private static String name(Database database) {
    return database.cluster() + "-queries";
  }

  /** The ConfigMap of a database's queries. */
  static ConfigMap configMap(
      ScalabilityExperiment e, Configuration configuration, Database database) {
    return new ConfigMapBuilder()
        .withMetadata(Metadata.ofLayout(e, configuration, Tier.DATABASE, name(database)))
        .withData(Map.of(KEY, QUERIES))
        .build();
  }

  /** The Cluster's monitoring. */
  static Map<String, Object> of(Database database) {
    return Map.of(
        // Measured windows are shorter than the 30 s for which CloudNativePG caches its metrics.
        "metricsQueriesTTL",
        "0s",
        "customQueriesConfigMap",
        List.of(Map.of("name", name(database), "key", KEY)));
  }
}
