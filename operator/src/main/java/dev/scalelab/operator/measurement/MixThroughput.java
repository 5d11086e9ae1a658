package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;

/**
 * Throughput of the target mix in a step. An overloaded system mostly completes transactions of one
 * request, and few of those whose many requests must all end in time: more transactions per second
 * than it could complete of the mix, a figure that cannot be compared with others.
 */
final class MixThroughput {
  private MixThroughput() {}

  /**
   * Transactions of the target mix, per second of the measured window: the arrivals times the
   * requests of completed transactions divided by the requests of all arrivals. At most the
   * arrivals: any excess was left by an earlier step. If everything completes, this is the
   * throughput; it is also the throughput if nothing arrived, or if the generator does not report
   * the number of requests of each kind.
   */
  static double perSecond(LoadRecord.Step step) {
    long arrived = 0;
    long requested = 0;
    long done = 0;
    for (LoadRecord.Transaction kind : step.transactions().values()) {
      arrived += kind.sent() + kind.shed();
      requested += (kind.sent() + kind.shed()) * kind.requestsEach();
      done += kind.ok() * kind.requestsEach();
    }
    if (requested == 0) { // nothing arrived, or the generator does not report numbers of requests
      return step.completed() / step.measuredSeconds();
    }
    return Math.min(1, (double) done / requested) * arrived / step.measuredSeconds();
  }
}
