package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;

/**
 * How much of the mix that was asked for a step got done. Far above its limit a system completes
 * mostly transactions of one request, and few of those whose many requests must all end in time:
 * more transactions a second than it could do of the mix, and no figure to set others against.
 */
final class MixThroughput {
  private MixThroughput() {}

  /**
   * Transactions of the mix asked for, per second of the measured window: those that ended, or
   * arrived if these were fewer (the rest is what an earlier step left), times the share that ended
   * well of the kind of which most failed. Where none failed and none was left over, this is the
   * throughput.
   */
  static double perSecond(LoadRecord.Step step) {
    long arrived = step.sent() + step.shed();
    long ended = step.completed() + step.failed();
    double leastShare =
        step.transactions().values().stream()
            .filter(kind -> kind.ok() + kind.failed() > 0)
            .mapToDouble(kind -> (double) kind.ok() / (kind.ok() + kind.failed()))
            .min()
            .orElse(0);
    return leastShare * Math.min(arrived, ended) / step.measuredSeconds();
  }
}
