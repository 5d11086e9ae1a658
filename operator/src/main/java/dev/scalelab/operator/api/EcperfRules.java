package dev.scalelab.operator.api;

/** Validation rules of the experiment's spec for the workload ECperf and its load. */
final class EcperfRules {
  static final String SCALED =
      "self.workload.type != 'ECperf' || !has(self.load.closed) || (has(self.workload.ecperf) ?"
          + " self.workload.ecperf.pacingMillis : 5000) == 0 || self.load.closed.users.all(u, u * 1000 <= 20 *"
          + " (has(self.workload.scale) ? self.workload.scale : 1000) * (has(self.workload.ecperf) ?"
          + " self.workload.ecperf.pacingMillis : 5000))";

  static final String SCALED_MESSAGE =
      "scale must be at least a twentieth of the transactions that the largest value of load.closed.users"
          + " start in a second, users * 1000 / workload.ecperf.pacingMillis: else transactions in flight work"
          + " on the same few rows";

  static final String SETTLED =
      "self.workload.type != 'ECperf' || self.load.step.settleSeconds > self.load.step.rampSeconds";

  static final String SETTLED_MESSAGE =
      "settleSeconds must be more than rampSeconds: a work order pauses for a third of a second at each of"
          + " three stations, and otherwise a step measures transactions that started in the step before";

  static final String PACED =
      "self.workload.type != 'ECperf' || !has(self.load.closed) && !(has(self.load.search) &&"
          + " self.load.search.model == 'Closed') || (has(self.workload.ecperf) ?"
          + " self.workload.ecperf.pacingMillis : 5000) <= 1000 * (self.load.step.settleSeconds -"
          + " self.load.step.rampSeconds)";

  static final String PACED_MESSAGE =
      "settleSeconds must be at least rampSeconds plus workload.ecperf.pacingMillis (5000 by default): it"
          + " takes that long until each client of a step has started";

  static final String WHOLE_UNITS =
      "self.workload.type != 'ECperf' || !has(self.load.closed) || has(self.workload.mix) ||"
          + " self.load.closed.users.all(u, u % 8 == 0)";

  static final String WHOLE_UNITS_MESSAGE =
      "users must be multiples of eight in every step: eight are five order clients and three production"
          + " lines, ECperf's injection rate 1; a workload.mix of your own has other weights";

  static final String UNITS_OF_A_SEARCH =
      "self.workload.type != 'ECperf' || !has(self.load.search) || self.load.search.model != 'Closed' ||"
          + " has(self.workload.mix) || self.load.search.max / 8 * 8 >= self.load.search.min &&"
          + " self.load.search.max * self.load.search.tolerancePercent >= 800";

  static final String UNITS_OF_A_SEARCH_MESSAGE =
      "a multiple of eight must lie between min and max, and eight be at most tolerancePercent of max: the users of"
          + " a step are five order clients and three production lines, or several times as many";

  static final String ONE_LINE =
      "self.workload.type != 'ECperf' || !has(self.load.closed) || !has(self.workload.mix) ||"
          + " self.workload.mix.all(name, !(name in ['workOrder', 'cancelWorkOrder']) ||"
          + " self.workload.mix[name] == 0) ||"
          + " self.load.closed.users.all(u, u * (10000 * self.workload.mix.map(name, name in ['workOrder',"
          + " 'cancelWorkOrder'] ? self.workload.mix[name] : 0).sum() /"
          + " self.workload.mix.map(name, self.workload.mix[name]).sum()) >= 10000)";

  static final String ONE_LINE_MESSAGE =
      "users must be enough in every step for one production line, by the weights of workOrder and"
          + " cancelWorkOrder in the mix";

  private EcperfRules() {}
}
