package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

/** PostgreSQL's own client in the pod of a database, as the superuser. */
record Psql(Cluster cluster, String pod) {
  private static final int DEADLINE_SECONDS = 120;

  /** Counts the orders of clients; those of the dataset are older. */
  static final String ORDERS = "SELECT count(*) FROM orders WHERE ordered_at > '2020-01-01'";

  /**
   * The result of statements, a line for each row; they must succeed.
   *
   * @param statements each is sent separately
   */
  String ask(String database, String... statements) throws Exception {
    var command = new ArrayList<String>();
    command.add("psql");
    command.add("--host=/controller/run"); // folder of PostgreSQL's socket in CloudNativePG
    command.add("--username=postgres");
    command.add("--dbname=" + database);
    command.add("--no-psqlrc");
    command.add("--no-align");
    command.add("--tuples-only");
    command.add("--quiet");
    command.add("--set=ON_ERROR_STOP=1"); // otherwise only the last statement's result is printed
    for (String statement : statements) {
      command.add("--command=" + statement);
    }
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    try (ExecWatch psql =
        cluster
            .client()
            .pods()
            .inNamespace(Cluster.NAMESPACE)
            .withName(pod)
            .inContainer("postgres")
            .writingOutput(output)
            .writingError(errors)
            .exec(command.toArray(String[]::new))) {
      int status = psql.exitCode().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(status).as("%s: %s", command, errors.toString(StandardCharsets.UTF_8)).isZero();
    }
    return output.toString(StandardCharsets.UTF_8).strip();
  }

  /** The single number that a query returns. */
  long number(String database, String query) throws Exception {
    return Long.parseLong(ask(database, query));
  }
}
