package dev.scalelab.operator.api;

/** Rules of an experiment about its state: no setting of it may be without effect. */
final class StateRules {
  private static final String BOOKSTORE = "self.workload.type == 'Bookstore'";

  private static final String IN_COOKIE =
      "has(self.system.state.bean.handle) && self.system.state.bean.handle == 'Cookie'";

  /** Bookstore has a choice; the others keep state where their application has it. */
  static final String LOCATED =
      "self.system.state.location == 'WebSession' || (self.system.state.location == 'None' ?"
          + " self.workload.type in ['Cells', 'Portal'] : "
          + BOOKSTORE
          + ")";

  static final String LOCATED_MESSAGE =
      "location must be WebSession unless the workload is Bookstore, which has a choice, or Cells or Portal, which may have"
          + " None: it has no effect on the others";

  /** The store is chosen only where there is state. */
  static final String KEPT =
      "!has(self.system.state.store) || self.system.state.store == 'Embedded' || !(self.workload.type in ['Cells',"
          + " 'Custom']) && self.system.state.location != 'None'";

  static final String KEPT_MESSAGE =
      "store must be Embedded for the workloads Cells, which keeps no state, and Custom, whose application decides about its own,"
          + " and with location None";

  /** Web sessions are used, or their settings are the usual ones. */
  static final String WEB =
      "(!has(self.system.state.web.cache) || self.system.state.web.cache == 'Distributed') &&"
          + " self.system.state.web.copies == 2 || !(self.workload.type in ['Cells', 'Portal']) && !("
          + IN_COOKIE
          + ")";

  static final String WEB_MESSAGE =
      "web must be left out where no web session is used: with the workloads Cells and Portal, and with bean.handle Cookie";

  /** Stateful beans are used, or their settings are the usual ones. */
  static final String BEAN =
      "(!has(self.system.state.bean.cache) || self.system.state.bean.cache == 'Distributed') &&"
          + " self.system.state.bean.copies == 2 && !("
          + IN_COOKIE
          + ") || ("
          + BOOKSTORE
          + " ? self.system.state.location != 'WebSession' : !(self.workload.type in ['Cells', 'Portal']))";

  static final String BEAN_MESSAGE =
      "bean must be left out where no stateful bean is used: with the workloads Cells and Portal, and with Bookstore unless"
          + " location is StatefulBean or Both";

  /**
   * Entities are cached only where transactions find them by identifier; and a replica lags behind:
   * what is read from it must not outlive the lag.
   */
  static final String ENTITIES =
      "!has(self.system.state.entities) || self.system.state.entities == 'None' ||"
          + " self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore'] &&"
          + " self.system.databases.all(d, !has(d.reads) || d.reads == 'Primary')";

  static final String ENTITIES_MESSAGE =
      "entities must be None unless the workload is OrderEntry, ECperf or Bookstore, whose servers can cache entities, and no database"
          + " has reads Replicas";

  /** A client that keeps the reference has no web session. */
  static final String HANDLED =
      "!("
          + IN_COOKIE
          + ") || self.workload.type == 'Cart' || "
          + BOOKSTORE
          + " && self.system.state.location == 'StatefulBean'";

  static final String HANDLED_MESSAGE =
      "handle must be Session unless the workload is Cart, or Bookstore with location StatefulBean: the others need the web"
          + " session";

  /** The usual two are allowed for one server, which then has the only copy. */
  static final String ENOUGH_SERVERS =
      "has(self.system.state.store) && self.system.state.store == 'Remote'"
          + " || (self.system.state.web.copies <= 2 || self.sweep.replicas.exists(n, n >= self.system.state.web.copies))"
          + " && (self.system.state.bean.copies <= 2 || self.sweep.replicas.exists(n, n >= self.system.state.bean.copies))";

  static final String ENOUGH_SERVERS_MESSAGE =
      "web.copies and bean.copies must be at most the largest of sweep.replicas: each copy is on another server";

  private StateRules() {}
}
