package dev.scalelab.operator.api;

/** Rules about databases and what they depend on, in CEL. */
final class DatabaseRules {
  private static final String UNCHECKED = "has(d.connections) && d.connections == 'Unchecked'";

  private static final String PER_SERVER = "has(d.perServer) && d.perServer";

  /** Also without the check each server needs one for its pool, and one for its health check. */
  static final String ENOUGH =
      "!(self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal']) || has(self.system.partitions) ||"
          + " has(self.system.tiers) && has(self.system.tiers.layout) && self.system.tiers.layout == 'Split' ||"
          + " self.system.databases.all(d, !has(d.maxConnections) || self.sweep.replicas.all(n, ("
          + PER_SERVER
          + " ? 1 : n) * ("
          + UNCHECKED
          + " ? 2 : self.system.databases.size() == 1 || self.workload.type == 'Portal' ?"
          + " self.system.application.connectionPoolSize + 1 :"
          + " has(d.domains) && 'Customer' in d.domains ? 2 * self.system.application.connectionPoolSize + 2"
          + " : self.system.application.connectionPoolSize + 2) + 7 + "
          + DatabaseParameters.RESERVED_CONNECTIONS
          + " <= d.maxConnections))";

  static final String ENOUGH_MESSAGE =
      "maxConnections must be at least replicas * (connectionPoolSize + 1) + 10 for the largest of"
          + " sweep.replicas, and where the domains are in several databases replicas * (connectionPoolSize + 2) + 10,"
          + " with twice connectionPoolSize for Customer's: otherwise connections are refused under load; with connections:"
          + " Unchecked they may be, and replicas * 2 + 10 is enough. Of parameters, what superuser_reserved_connections is"
          + " above 3, and reserved_connections, are added";

  /** Of all databases. Where customers are distributed over them, no transaction spans two. */
  static final String UNCHECKED_UNSPANNED =
      "self.size() == 1 || !self.exists(d, has(d.domains)) || !self.exists(d, " + UNCHECKED + ")";

  static final String UNCHECKED_UNSPANNED_MESSAGE =
      "connections must be Checked where domains are in several databases: a refused connection would leave transactions that"
          + " span them in between";

  /** Of one database. */
  static final String UNCHECKED_OF_SOME =
      "!has(self.connections) || self.connections == 'Checked' || has(self.maxConnections)";

  static final String UNCHECKED_OF_SOME_MESSAGE =
      "connections must be Checked without maxConnections: by default there are enough for all pools";

  /**
   * The default, which the API server stores, is one database with a name only. The operator, which
   * lets the API server check the resolved system of a variant, gives the defaults of the fields.
   */
  static final String USED =
      "self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal'] ||"
          + " self.system.databases.all(d, !has(d.domains) && (!has(d.instances) || d.instances == 1) && (!has(d.reads) ||"
          + " d.reads == 'Primary') && !has(d.image) && (!has(d.cpu) || d.cpu == '1') && (!has(d.memory) || d.memory =="
          + " '512Mi') && (!has(d.storage) || !has(d.storage.className) && (!has(d.storage.size) || d.storage.size == '1Gi'))"
          + " && !has(d.maxConnections) && !has(d.connections) && !has(d.parameters) && !has(d.pod))";

  static final String USED_MESSAGE =
      "databases must not have settings for the workloads Cart, Cells and Custom, which have no database of ScaleLab's";

  /** Of one database. */
  static final String READ_WHERE_WRITTEN =
      "!has(self.perServer) || !self.perServer || !has(self.reads) || self.reads == 'Primary'";

  static final String READ_WHERE_WRITTEN_MESSAGE =
      "reads must be Primary with perServer: a private database is there to have no load of others";

  /** Other workloads have data that all servers must see. */
  static final String PRIVATE =
      "!self.system.databases.exists(d, "
          + PER_SERVER
          + ") || self.system.databases.size() == 1 && self.system.balancer.sticky &&"
          + " self.workload.type in ['OrderEntry', 'Bookstore'] && self.sweep.replicas.all(n, n <= 16)";

  static final String PRIVATE_MESSAGE =
      "perServer must not be used unless it is a single database, the workload is OrderEntry or Bookstore, whose clients need only"
          + " their own data, balancer.sticky keeps them at their server, and sweep.replicas are up to 16";

  /** Only OrderEntry and ECperf have domains, and only Portal's customers can be distributed. */
  static final String DOMAINS =
      "self.workload.type in ['OrderEntry', 'ECperf'] ? self.system.databases.size() == 1 ||"
          + " self.system.databases.all(d, has(d.domains)) : self.system.databases.all(d, !has(d.domains)) &&"
          + " (self.system.databases.size() == 1 || self.workload.type == 'Portal')";

  static final String DOMAINS_MESSAGE =
      "databases must be one, unless the workload is OrderEntry or ECperf, and each database has domains, or it is Portal, whose"
          + " customers are distributed over several, and none has domains";

  /** Only some transactions only read. */
  static final String READ =
      "self.system.databases.all(d, !has(d.reads) || d.reads == 'Primary' || self.workload.type == 'Bookstore' ||"
          + " self.workload.type in ['OrderEntry', 'ECperf'] && (!has(d.domains) || 'Customer' in d.domains ||"
          + " 'Corporate' in d.domains))";

  static final String READ_MESSAGE =
      "reads must be Primary unless the workload is OrderEntry, ECperf or Bookstore, and the database has the"
          + " domain Customer or Corporate: no other transactions only read";

  /** Of the resource: all settings are as they were. An absent one is its default. */
  static final String SAME =
      " self.spec.system.databases.map(d, d.name) =="
          + " oldSelf.spec.system.databases.map(d, d.name) &&"
          + " self.spec.system.databases.map(d, has(d.domains) ? d.domains : []) =="
          + " oldSelf.spec.system.databases.map(d, has(d.domains) ? d.domains : []) &&"
          + " self.spec.system.databases.map(d, has(d.instances) ? d.instances : 1) =="
          + " oldSelf.spec.system.databases.map(d, has(d.instances) ? d.instances : 1) &&"
          + " self.spec.system.databases.map(d, has(d.reads) ? d.reads : 'Primary') =="
          + " oldSelf.spec.system.databases.map(d, has(d.reads) ? d.reads : 'Primary') &&"
          + " self.spec.system.databases.map(d, has(d.image) ? d.image : '') =="
          + " oldSelf.spec.system.databases.map(d, has(d.image) ? d.image : '') &&"
          + " self.spec.system.databases.map(d, has(d.cpu) ? d.cpu : '1') =="
          + " oldSelf.spec.system.databases.map(d, has(d.cpu) ? d.cpu : '1') &&"
          + " self.spec.system.databases.map(d, has(d.memory) ? d.memory : '512Mi') =="
          + " oldSelf.spec.system.databases.map(d, has(d.memory) ? d.memory : '512Mi') &&"
          + " self.spec.system.databases.map(d, has(d.storage) && has(d.storage.size) ? d.storage.size : '1Gi') =="
          + " oldSelf.spec.system.databases.map(d, has(d.storage) && has(d.storage.size) ? d.storage.size : '1Gi') &&"
          + " self.spec.system.databases.map(d, has(d.storage) && has(d.storage.className) ? d.storage.className : '') =="
          + " oldSelf.spec.system.databases.map(d, has(d.storage) && has(d.storage.className) ? d.storage.className : '') &&"
          + " self.spec.system.databases.map(d, has(d.maxConnections) ? d.maxConnections : 0) =="
          + " oldSelf.spec.system.databases.map(d, has(d.maxConnections) ? d.maxConnections : 0) &&"
          + " self.spec.system.databases.map(d, has(d.perServer) && d.perServer) =="
          + " oldSelf.spec.system.databases.map(d, has(d.perServer) && d.perServer) &&"
          + " self.spec.system.databases.map(d, has(d.connections) ? d.connections : 'Checked') =="
          + " oldSelf.spec.system.databases.map(d, has(d.connections) ? d.connections : 'Checked') &&"
          + " self.spec.system.databases.map(d, has(d.parameters) ? d.parameters : {}) =="
          + " oldSelf.spec.system.databases.map(d, has(d.parameters) ? d.parameters : {}) &&"
          + " self.spec.system.databases.map(d, has(d.pod) ? [d.pod] : []) =="
          + " oldSelf.spec.system.databases.map(d, has(d.pod) ? [d.pod] : [])";

  private DatabaseRules() {}
}
