package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.TransactionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the transactions of a run were those of the target mix. */
final class MixKept {
  /** With fewer, the transactions that the end of a run cuts off may be a significant part. */
  private static final long MIN_TRANSACTIONS = 10_000;

  /** Of the requested transactions of a kind, one in a hundred more or fewer are allowed. */
  private static final double ALLOWED = 0.01;

  /**
   * Deviation that is always allowed for one load generator: it sends exact proportions in every
   * block of its transactions, but the run's end may cut its last block. With several generators
   * these deviations are independent, so their sum grows with the square root of their number.
   */
  private static final double ALWAYS_ALLOWED = 10;

  private MixKept() {}

  /**
   * Every transaction whose proportion differed by more than one percent from its target. Load
   * generators do not choose at random: they send exact proportions, so chance is no reason for a
   * larger deviation. Shed transactions count as sent: they were scheduled in the target mix, and
   * shed because of the servers.
   *
   * @param mix the target percents of the transactions that are compared with one another
   * @param generators number of load generators
   */
  static List<Invalid> check(RunTotals totals, Map<String, Double> mix, int generators) {
    if (totals.transactions().stream().mapToLong(MixKept::sent).sum() < MIN_TRANSACTIONS) {
      return List.of();
    }
    Map<String, Long> sent = new TreeMap<>();
    mix.keySet().forEach(name -> sent.put(name, 0L));
    totals
        .transactions()
        .forEach(count -> sent.computeIfPresent(count.name(), (n, s) -> sent(count)));
    long all = sent.values().stream().mapToLong(Long::longValue).sum();
    double whole = mix.values().stream().mapToDouble(Double::doubleValue).sum();
    double always = ALWAYS_ALLOWED * Math.sqrt(generators);
    List<Invalid> found = new ArrayList<>();
    sent.forEach(
        (name, count) -> {
          double requested = part(mix.get(name), whole);
          if (Math.abs(count - requested * all) > Math.max(ALLOWED * requested * all, always)) {
            found.add(
                Invalid.of(
                    Reason.MIX_NOT_KEPT,
                    "%s was %.2f %% of the transactions sent, and %.2f %% were requested",
                    name,
                    100 * part(count, all),
                    100 * requested));
          }
        });
    return found;
  }

  /** 0 if the whole is 0. */
  private static double part(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }

  private static long sent(TransactionCount count) {
    return count.ok() + count.failed();
  }
}
