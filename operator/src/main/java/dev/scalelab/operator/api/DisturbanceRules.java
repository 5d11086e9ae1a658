package dev.scalelab.operator.api;

/** Rules about disturbances that depend on the load and the number of servers. */
final class DisturbanceRules {
  /** Measured time before a disturbance, with which the time after it is compared. */
  private static final String BEFORE = "5";

  static final String KNOWN_STEPS =
      "!has(self.disturbances) || has(self.load.open) || has(self.load.closed) && !has(self.load.closed.transactionsPerUser)";

  static final String KNOWN_STEPS_MESSAGE =
      "disturbances must not be given with load.search or load.closed.transactionsPerUser: it is not known before which step"
          + " is in progress at their second";

  static final String STEP =
      "!has(self.disturbances) || self.disturbances.all(d, !has(d.step) || d.step <= (has(self.load.open) ?"
          + " self.load.open.rates.size() : has(self.load.closed) ? self.load.closed.users.size() : 100) +"
          + " (has(self.load.step.closing) && self.load.step.closing ? 1 : 0))";

  static final String STEP_MESSAGE =
      "step must be the number of a step of the load, from 1 to the number of its rates or users, and one more with"
          + " load.step.closing";

  static final String SECOND =
      "!has(self.disturbances) || self.disturbances.all(d, has(d.atSecond) ? d.atSecond >= self.load.step.settleSeconds + "
          + BEFORE
          + " && d.atSecond + (has(d.durationSeconds) ? d.durationSeconds : 0) < self.load.step.seconds :"
          + " self.load.step.seconds - self.load.step.settleSeconds >= 15 && self.load.step.settleSeconds +"
          + " (self.load.step.seconds - self.load.step.settleSeconds) / 3 + (has(d.durationSeconds) ? d.durationSeconds : 0) <"
          + " self.load.step.seconds)";

  static final String SECOND_MESSAGE =
      "atSecond must be at least load.step.settleSeconds + "
          + BEFORE
          + ", since what happens is compared with the seconds before, and with durationSeconds less than load.step.seconds;"
          + " without it the measured part of a step must have at least 15 s";

  static final String SERVERS =
      "!has(self.disturbances) || self.disturbances.all(d, d.tier != 'Application' || self.sweep.replicas.all(n, n >="
          + " (has(d.count) ? d.count : has(d.server) ? d.server : 1)))";

  static final String SERVERS_MESSAGE =
      "count and server of the tier Application must not be more than the smallest of sweep.replicas: there are no more servers";

  private DisturbanceRules() {}
}
