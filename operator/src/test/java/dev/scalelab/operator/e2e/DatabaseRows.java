package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Rows of a retained testbed's database, counted by the tests' own SQL and not by the audit. */
final class DatabaseRows {
  private static final int DEADLINE_SECONDS = 30;

  private DatabaseRows() {}

  /**
   * The one number that a query gives.
   *
   * @param database name of the database, which is that of the workload
   */
  static long counted(Cluster cluster, String experiment, String database, String sql)
      throws Exception {
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    try (ExecWatch psql =
        cluster
            .client()
            .pods()
            .inNamespace(Cluster.NAMESPACE)
            .withName(experiment + "-base-db-1")
            .inContainer("postgres")
            .writingOutput(output)
            .writingError(errors)
            .exec(
                "psql",
                "--host=/controller/run", // where CloudNativePG has PostgreSQL's socket
                "--username=postgres",
                "--dbname=" + database,
                "--no-psqlrc",
                "--no-align",
                "--tuples-only",
                "--command=" + sql)) {
      int status = psql.exitCode().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(status).as("%s: %s", sql, errors.toString(StandardCharsets.UTF_8)).isZero();
    }
    return Long.parseLong(output.toString(StandardCharsets.UTF_8).strip());
  }
}
