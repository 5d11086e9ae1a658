package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.LargeOrders;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rules between the settings of large orders and of ecperf's clients, and other settings. */
record OrderRules(
    Workload workload,
    List<Integer> users,
    Map<TransactionKind, Integer> mix,
    int itemsPerOrder,
    LargeOrders largeOrders,
    Pacing pacing) {

  /** All violations, each with its variable. */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (workload == Workload.ECPERF) {
      checkSize(violations);
      checkUsers(violations);
    } else {
      checkNone(violations);
    }
    return violations;
  }

  private void checkNone(List<String> violations) {
    if (largeOrders.wanted()) {
      violate(
          violations,
          Setting.LARGE_ORDER_PERCENT,
          "must be 0: only ecperf has large orders",
          largeOrders.percent());
    }
    if (pacing.meanMillis() > 0) {
      violate(
          violations,
          Setting.PACING_MILLIS,
          "must be 0: only users of ecperf have a pacing",
          pacing.meanMillis());
    }
  }

  private void checkSize(List<String> violations) {
    if (!largeOrders.wanted()) {
      return;
    }
    int maxPieces = LargeOrders.maxPieces(itemsPerOrder);
    if (largeOrders.pieces() > maxPieces) {
      violate(
          violations,
          Setting.LARGE_ORDER_PIECES,
          "must be at most %d, the maximum for ITEMS_PER_ORDER, %d"
              .formatted(maxPieces, itemsPerOrder),
          largeOrders.pieces());
    }
    if (largeOrders.percent() < 100 && largeOrders.pieces() <= itemsPerOrder) {
      violate(
          violations,
          Setting.LARGE_ORDER_PIECES,
          "must be more than ITEMS_PER_ORDER, %d, so that other orders are not large"
              .formatted(itemsPerOrder),
          largeOrders.pieces());
    }
  }

  private void checkUsers(List<String> violations) {
    if (users.isEmpty() && pacing.meanMillis() > 0) {
      violate(
          violations, Setting.PACING_MILLIS, "must be 0: it requires USERS", pacing.meanMillis());
    }
    Clients clients = Clients.of(mix);
    if (clients.equals(Clients.ALIKE)) {
      return;
    }
    for (int count : users) {
      if (clients.productionLines(count) == 0) {
        violate(
            violations,
            Setting.USERS,
            "every step must have at least %d users, so that one is a production line: MIX has %s %%"
                    .formatted(clients.fewestWithALine(), percent(clients.lines()))
                + (mix.getOrDefault(TransactionType.CANCEL_WORK_ORDER, 0) > 0
                    ? " workOrder and cancelWorkOrder"
                    : " workOrder"),
            count);
      }
    }
  }

  private static String percent(int hundredths) {
    return BigDecimal.valueOf(hundredths, 2).stripTrailingZeros().toPlainString();
  }

  private static void violate(List<String> violations, Setting setting, String rule, Object value) {
    violations.add("%s: %s (it is '%s')".formatted(setting, rule, value));
  }
}
