package dev.scalelab.operator.api;

/** Rules of an experiment across its blocks. */
final class ExperimentRules {
  static final String TRANSACTIONS =
      "!has(self.objectives.responseTimes) || self.objectives.responseTimes.all(r, !has(r.transaction) ||"
          + " (self.workload.type == 'Custom' ? has(self.workload.mix) && r.transaction in self.workload.mix :"
          + " r.transaction in {'OrderEntry': ['newOrder', 'changeOrder', 'orderStatus', 'customerStatus',"
          + " 'cancelOrder'], 'ECperf': ['newOrder', 'changeOrder', 'orderStatus', 'customerStatus', 'cancelOrder',"
          + " 'workOrder', 'cancelWorkOrder'], 'Bookstore':"
          + " ['session'], 'Cart': ['visit'], 'Cells': ['call', 'page'], 'Portal': ['visit', 'createTicket']}[self.workload.type]))";

  static final String TRANSACTIONS_MESSAGE =
      "transaction must be one of the workload's, as workload.mix names them";

  static final String CONFIGURATIONS =
      "self.sweep.replicas.size() * (has(self.sweep.variants) ? self.sweep.variants.size() : has(self.variants) ?"
          + " self.variants.size() + 1 : 1) * (!has(self.sweep.factors) ? 1 : self.sweep.factors[0].values.size() *"
          + " (self.sweep.factors.size() > 1 ? self.sweep.factors[1].values.size() : 1) * (self.sweep.factors.size() > 2"
          + " ? self.sweep.factors[2].values.size() : 1) * (self.sweep.factors.size() > 3 ?"
          + " self.sweep.factors[3].values.size() : 1)) <= 2000";

  static final String CONFIGURATIONS_MESSAGE =
      "sweep must have at most 2000 configurations, replicas * variants * values of each factor, before exclude: give fewer";

  static final String SCALED =
      "!(self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal']) || !has(self.load.closed)"
          + " || self.load.closed.users.all(u, u <= 150 * (has(self.workload.scale) ? self.workload.scale :"
          + " 1000))";

  static final String SCALED_MESSAGE =
      "scale must be at least the largest value of load.closed.users divided by 150, the customers of a"
          + " unit: else users work on the same rows, and wait for each other rather than for the servers";

  static final String SCALED_BY_RATE =
      "!(self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal']) || !has(self.load.open) ||"
          + " self.load.open.rates.all(rate, rate <= 20 * (has(self.workload.scale) ? self.workload.scale :"
          + " 1000))";

  static final String SCALED_BY_RATE_MESSAGE =
      "scale must be at least a twentieth of the highest of load.open.rates, and is at most 1000: else"
          + " transactions in flight work on the same few rows, and wait for each other rather than for the servers";

  static final String CELL_CLIENTS =
      "!has(self.workload.cells) || !has(self.workload.cells.clients) || has(self.load.closed) ||"
          + " has(self.load.search) && self.load.search.model == 'Closed'";

  static final String CELL_CLIENTS_MESSAGE =
      "clients must not be given without a closed load: with load.open no user comes back";

  static final String PORTAL_USERS =
      "self.workload.type != 'Portal' || !has(self.load.closed) ||"
          + " !has(self.load.closed.transactionsPerUser)";

  static final String PORTAL_USERS_MESSAGE =
      "transactionsPerUser must not be given for the workload Portal: its orders are measured to the"
          + " step's end";

  static final String VARIANTS =
      "!has(self.sweep.variants) || self.sweep.variants.all(n, n == 'base' || (has(self.variants) &&"
          + " self.variants.exists(v, v.name == n)))";

  static final String VARIANTS_MESSAGE = "variants must be base or names of spec.variants";

  static final String EXCLUDED =
      "!has(self.sweep.exclude) || self.sweep.exclude.all(e, !has(e.variant) || e.variant == 'base' ||"
          + " (has(self.variants) && self.variants.exists(v, v.name == e.variant)))";

  static final String EXCLUDED_MESSAGE = "variant must be base or a name of spec.variants";

  private ExperimentRules() {}
}
