package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import java.util.function.Function;

/** What the client counted in a measured step. */
record MeasuredCounts(StepResult step) {
  private static final double MOST = 0.9;

  /** Failed transactions without those that were not sent, which have used nothing. */
  double sentAndFailed() {
    StepCounts counts = step.counts();
    long failed = counts.failed() == null ? 0 : counts.failed();
    return Math.max(0, counts.shed() == null ? failed : failed - counts.shed());
  }

  /** Orders of a stream beside the load that were accepted. */
  double streamPerSecond() {
    return step.stream() == null || step.stream().acceptedPerSecond() == null
        ? 0
        : step.stream().acceptedPerSecond();
  }

  /** HTTP requests of a transaction; null if unknown. */
  Double requestsEach() {
    double ended = ended();
    Long requests = step.counts().requests();
    return requests == null || requests == 0 || ended == 0 ? null : (Double) (requests / ended);
  }

  double unavailablePercent() {
    return failedPercent(step.failedRequests(), RequestFailures::unavailable);
  }

  double timeoutPercent() {
    return failedPercent(step.failedRequests(), RequestFailures::timedOut);
  }

  /**
   * Failed transactions, of those that were sent, if nearly all requests that failed did so in one
   * way.
   */
  private double failedPercent(RequestFailures requests, Function<RequestFailures, Long> kind) {
    Long ofKind = requests == null ? null : kind.apply(requests);
    double failed = sentAndFailed();
    return ofKind == null || ofKind < MOST * requests.total() || failed == 0
        ? 0
        : 100 * failed / ended();
  }

  private double ended() {
    return step.counts().completed() + sentAndFailed();
  }
}
