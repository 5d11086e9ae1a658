package dev.scalelab.operator.api;

/** Rules about the balancer and what it depends on, in CEL. */
final class BalancerRules {
  private static final String POLICY = "self.system.balancer.policy";

  /** A client that never comes back has no server to keep. */
  static final String KEPT =
      POLICY
          + " != 'FirstAvailable' || has(self.load.closed) ||"
          + " has(self.load.search) && self.load.search.model == 'Closed'";

  static final String KEPT_MESSAGE =
      "policy FirstAvailable must not be used without a closed load: with load.open no client comes back to the server that"
          + " it keeps";

  /** Only the bundled application has an agent that reports its load. */
  static final String REPORTED = POLICY + " != 'LoadAware' || self.workload.type != 'Custom'";

  static final String REPORTED_MESSAGE =
      "policy LoadAware must not be used for the workload Custom: your servers do not report their load to the balancer";

  static final String WEIGHED =
      "!has(self.system.balancer.weights) ||"
          + " self.sweep.replicas.exists(n, n >= self.system.balancer.weights.size())";

  static final String WEIGHED_MESSAGE =
      "weights must not be more than the largest of sweep.replicas: each is of one server";

  /** Of the balancer alone. Fields may be absent: it is also checked on the default {}. */
  private static final String NONE = "has(self.policy) && self.policy == 'None'";

  static final String NOTHING_TO_SET =
      "!("
          + NONE
          + ") || !has(self.image) && !has(self.weights) && !has(self.maxQueuePerServer) && !has(self.requestLog)";

  static final String NOTHING_TO_SET_MESSAGE =
      "policy None must not be combined with image, weights, maxQueuePerServer or requestLog: there is no balancer";

  static final String STAYS =
      "!has(self.policy) || !(self.policy in ['FirstAvailable', 'None']) || !has(self.sticky) || self.sticky";

  static final String STAYS_MESSAGE =
      "sticky must be true with the policies FirstAvailable and None: a client keeps its server";

  private BalancerRules() {}
}
