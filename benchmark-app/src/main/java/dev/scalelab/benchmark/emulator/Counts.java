package dev.scalelab.benchmark.emulator;

import java.util.concurrent.atomic.LongAdder;

/** Counters of purchase orders and deliveries. */
final class Counts {

  final LongAdder accepted = new LongAdder();
  final LongAdder repeated = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder delivered = new LongAdder();
  final LongAdder undelivered = new LongAdder();
  final LongAdder failedAttempts = new LongAdder();

  /** As JSON; each accepted order is delivered, undelivered or not delivered yet. */
  String json() {
    long to = accepted.sum() - delivered.sum() - undelivered.sum();
    return ("{\"accepted\":%d,\"repeated\":%d,\"refused\":%d,\"delivered\":%d,\"undelivered\":%d,"
            + "\"toBeDelivered\":%d,\"failedAttempts\":%d}")
        .formatted(
            accepted.sum(),
            repeated.sum(),
            refused.sum(),
            delivered.sum(),
            undelivered.sum(),
            to,
            failedAttempts.sum());
  }
}
