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
 * @param part the customers in it, if they are distributed over several databases
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
    List<String> domains,
    Part part) {

  /** PostgreSQL's number for no limit. */
  static final int UNLIMITED = -1;

  /**
   * One of several databases with a range of the customers each.
   *
   * @param number of the part, from 1
   * @param of number of parts
   */
  record Part(int number, int of) {
    static final Part WHOLE = new Part(1, 1);
  }

  /** The same database for other domains. */
  Database with(List<String> others) {
    return new Database(
        host, port, user, password, name, template, maintenance, connectionLimit, others, part);
  }

  /** The same database with a part of the customers. */
  Database with(Part other) {
    return new Database(
        host, port, user, password, name, template, maintenance, connectionLimit, domains, other);
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
