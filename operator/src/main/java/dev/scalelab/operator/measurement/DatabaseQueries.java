package dev.scalelab.operator.measurement;

/** Selectors of the series that CloudNativePG's exporters report of a testbed's databases. */
final class DatabaseQueries {
  private final Subject subject;

  DatabaseQueries(Subject subject) {
    this.subject = subject;
  }

  /** Connections of each database by state; gauge of CloudNativePG's exporter. */
  String databaseConnections() {
    return "cnpg_backends_total" + all();
  }

  /**
   * Transactions committed in each database; counter of CloudNativePG's exporter. Those of
   * PostgreSQL's own maintenance and of the exporter are in the database postgres.
   */
  String databaseCommits() {
    return "cnpg_pg_stat_database_xact_commit" + ofTheWorkload();
  }

  /** Connections that wait for a lock; gauge of CloudNativePG's exporter. */
  String databaseWaiting() {
    return "cnpg_scalelab_backends_lock_waiters" + all();
  }

  /** Deadlocks that PostgreSQL resolved; counter of CloudNativePG's exporter. */
  String databaseDeadlocks() {
    return "cnpg_pg_stat_database_deadlocks" + ofTheWorkload();
  }

  /** Blocks that were not in PostgreSQL's buffers; counter of CloudNativePG's exporter. */
  String databaseBlocksRead() {
    return "cnpg_pg_stat_database_blks_read" + ofTheWorkload();
  }

  /**
   * Whether each instance of a database is a replica, 0 or 1; gauge of CloudNativePG's exporter.
   */
  String databaseIsReplica() {
    return "cnpg_pg_replication_in_recovery" + all();
  }

  /**
   * Age of the last transaction that a replica has replayed, in seconds, and 0 when it has replayed
   * all that it received; gauge of CloudNativePG's exporter.
   */
  String databaseLag() {
    return "cnpg_pg_replication_lag" + all();
  }

  /**
   * Write-ahead log that a replica has not replayed, in bytes; gauge of CloudNativePG's exporter at
   * the primary, labelled with the replica's pod as application_name.
   */
  String databaseLagBytes() {
    return "cnpg_pg_stat_replication_replay_diff_bytes" + all();
  }

  /** Matchers of the labels of all series of the databases. */
  String all() {
    return subject.selector(databaseMatchers());
  }

  private String ofTheWorkload() {
    return subject.selector(databaseMatchers() + ",datname!~\"postgres|template[01]?\"");
  }

  private String databaseMatchers() {
    return "tier=\"database\",pod=~\"" + subject.databasePods() + "\"";
  }
}
