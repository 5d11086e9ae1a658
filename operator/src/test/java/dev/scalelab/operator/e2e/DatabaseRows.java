package dev.scalelab.operator.e2e;

/** Rows of a retained testbed's database, counted by the tests' own SQL and not by the audit. */
final class DatabaseRows {
  private DatabaseRows() {}

  /**
   * The one number that a query gives.
   *
   * @param database name of the database, which is that of the workload
   */
  static long counted(Cluster cluster, String experiment, String database, String sql)
      throws Exception {
    return new Psql(cluster, experiment + "-base-db-1").number(database, sql);
  }
}
