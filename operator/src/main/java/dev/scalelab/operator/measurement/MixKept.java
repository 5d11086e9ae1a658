package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.TransactionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Whether the transactions of a run were those of the mix that was asked for. */
final class MixKept {
  /** In fewer, the transactions that the end of a run cuts off may be a share. */
  private static final long LEAST_TRANSACTIONS = 10_000;

  private static final double POINTS_ALLOWED = 1;

  private MixKept() {}

  /**
   * Every transaction whose share was another. What was due and shed counts as sent: that was the
   * servers' doing, and came in the mix that was asked for.
   *
   * @param mix the shares asked for of the transactions that are compared with one another
   */
  static List<Invalid> check(RunTotals totals, Map<String, Integer> mix) {
    if (totals.transactions().stream().mapToLong(MixKept::sent).sum() < LEAST_TRANSACTIONS) {
      return List.of();
    }
    Map<String, Long> sent = new TreeMap<>();
    mix.keySet().forEach(name -> sent.put(name, 0L));
    totals
        .transactions()
        .forEach(count -> sent.computeIfPresent(count.name(), (n, s) -> sent(count)));
    long all = sent.values().stream().mapToLong(Long::longValue).sum();
    int whole = mix.values().stream().mapToInt(Integer::intValue).sum();
    List<Invalid> found = new ArrayList<>();
    sent.forEach(
        (name, count) -> {
          double asked = percent(mix.get(name), whole);
          double share = percent(count, all);
          if (Math.abs(share - asked) > POINTS_ALLOWED) {
            found.add(invalid(name, asked, share));
          }
        });
    return found;
  }

  /** Where there is nothing, it is no part of it. */
  private static double percent(long part, long whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }

  private static long sent(TransactionCount count) {
    return count.ok() + count.failed();
  }

  private static Invalid invalid(String name, double asked, double share) {
    return new Invalid(
        Reason.MIX_NOT_KEPT,
        String.format(
            Locale.ROOT,
            "%s was %.2f %% of the transactions sent, and %.2f %% were asked for",
            name,
            share,
            asked));
  }
}
