package dev.scalelab.benchmark.dataset;

import java.util.List;

/**
 * A database that the workload, or some of its domains, keep their data in.
 *
 * @param host name or address of its server
 * @param port of the server
 * @param user owner of the template, who may create databases
 * @param password of that user
 * @param name the working database, which the application servers use
 * @param template the database that the working database is copied from
 * @param maintenance a database to be connected to while the other two are replaced or copied
 * @param domains the domains that are in it; none where the workload is one whole
 */
record Database(
    String host,
    int port,
    String user,
    String password,
    String name,
    String template,
    String maintenance,
    List<String> domains) {

  /** The same database for other domains. */
  Database with(List<String> others) {
    return new Database(host, port, user, password, name, template, maintenance, others);
  }

  /** Where the working database is. */
  String address() {
    return host + ":" + port + "/" + name;
  }

  /** Where the template is. */
  String templateAddress() {
    return host + ":" + port + "/" + template;
  }
}
