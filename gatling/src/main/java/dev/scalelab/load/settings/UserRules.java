package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rules between the settings of the users of a closed model, and other settings. */
record UserRules(
    Workload workload,
    List<Integer> users,
    int generators,
    ThinkTime thinkTime,
    boolean keepAlive,
    Map<ClientKind, Integer> clients,
    int transactionsPerUser) {

  /** All violations, each with its variable. */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (!clients.isEmpty()) {
      checkClients(violations);
    }
    if (transactionsPerUser > 0) {
      checkTransactionsPerUser(violations);
    }
    return violations;
  }

  private void checkClients(List<String> violations) {
    if (workload != Workload.CELLS) {
      violations.add(Setting.CELLS_CLIENTS + ": must be empty: only cells has kinds of client");
    }
    if (users.isEmpty()) {
      violations.add(Setting.CELLS_CLIENTS + ": must be empty unless USERS is given");
    }
    if (!thinkTime.equals(ThinkTime.NONE)) {
      violate(
          violations,
          Setting.THINK_MILLIS,
          "must be 0: each of CELLS_CLIENTS has its own",
          thinkTime);
    }
    if (!keepAlive) {
      violate(
          violations,
          Setting.CELLS_KEEP_ALIVE,
          "must be true: each of CELLS_CLIENTS has its own",
          false);
    }
  }

  private void checkTransactionsPerUser(List<String> violations) {
    if (users.isEmpty()) {
      violate(
          violations,
          Setting.TRANSACTIONS_PER_USER,
          "must be 0: it requires USERS",
          transactionsPerUser);
    }
    if (workload == Workload.PORTAL) {
      violate(
          violations,
          Setting.TRANSACTIONS_PER_USER,
          "must be 0: the orders of portal are measured to the step's end",
          transactionsPerUser);
    }
    if (generators > 1) {
      violate(
          violations,
          Setting.TRANSACTIONS_PER_USER,
          "must be 0 where GENERATORS is more than 1: each would end the measured part by itself",
          transactionsPerUser);
    }
  }

  private static void violate(List<String> violations, Setting setting, String rule, Object value) {
    violations.add("%s: %s (it is '%s')".formatted(setting, rule, value));
  }
}
