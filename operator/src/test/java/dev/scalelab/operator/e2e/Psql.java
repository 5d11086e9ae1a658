package dev.scalelab.operator.e2e;

import java.util.ArrayList;

/** PostgreSQL's own client in the pod of a database, as the superuser. */
record Psql(Cluster cluster, String pod) {
  static final String CONTAINER = "postgres";

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
    return new PodCommand(command).run(cluster, pod, CONTAINER);
  }

  /** The single number that a query returns. */
  long number(String database, String query) throws Exception {
    return Long.parseLong(ask(database, query));
  }
}
