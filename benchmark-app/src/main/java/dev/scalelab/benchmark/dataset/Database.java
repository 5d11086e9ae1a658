package dev.scalelab.benchmark.dataset;

import java.util.List;

/**
 * A database of the workload, or of some of its domains.
 *
 * @param host name or address of its server
 * @param port of the server
 * @param user owner of the template, with the right to create databases
 * @param password of that user
 * @param name the working database, which the application servers use
 * @param template the database that the working database is copied from
 * @param maintenance a database to connect to while the other two are replaced or copied
 * @param connectionLimit maximum number of connections to the working database, which keeps the
 *     others for this tool; UNLIMITED for as many as the server has
 * @param domains the domains in it; empty if the workload has no domains
 */
record Database(
    String host,
    int port,
    String user,
    String password,
    String name,
    String template,
    String maintenance,
    int connectionLimit,
    List<String> domains) {

  /** PostgreSQL's number for no limit. */
  static final int UNLIMITED = -1;

  /** The same database for other domains. */
  Database with(List<String> others) {
    return new Database(
        host, port, user, password, name, template, maintenance, connectionLimit, others);
  }

  /** Whether servers may use up the connections to the working database. */
  boolean isLimited() {
    return connectionLimit != UNLIMITED;
  }

  /** Address of the working database. */
  String address() {
    return host + ":" + port + "/" + name;
  }

  /** Address of the template. */
  String templateAddress() {
    return host + ":" + port + "/" + template;
  }
}
