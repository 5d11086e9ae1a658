package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;

/**
 * How much of the target mix a step got done. Above its limit a system completes mostly
 * transactions of one request, and few of those whose many requests must all end in time: more
 * transactions a second than it could do of the mix, and no figure to set others against.
 */
final class MixThroughput {
  private MixThroughput() {}

  /**
   * Transactions of the target mix, per second of the measured window: of the requests that the
   * arrived transactions take, the share that those take which completed, times the arrivals. No
   * more than arrived: the rest is what an earlier step left. Where everything completes, this is
   * the throughput; where nothing arrived, or the generator does not tell what each kind takes, it
   * is so always.
   */
  static double perSecond(LoadRecord.Step step) {
    long arrived = 0;
    long asked = 0;
    long done = 0;
    for (LoadRecord.Transaction kind : step.transactions().values()) {
      arrived += kind.sent() + kind.shed();
      asked += (kind.sent() + kind.shed()) * kind.requestsEach();
      done += kind.ok() * kind.requestsEach();
    }
    if (asked == 0) { // nothing arrived, or the generator does not tell what it takes
      return step.completed() / step.measuredSeconds();
    }
    return Math.min(1, (double) done / asked) * arrived / step.measuredSeconds();
  }
}
