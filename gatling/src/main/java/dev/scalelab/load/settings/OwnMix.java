package dev.scalelab.load.settings;

import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.TransactionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shares of the user's own transactions: the configured ones must be exactly the existing ones.
 *
 * @param kinds the existing ones
 * @param shares the configured shares, by name
 */
record OwnMix(List<OwnKind> kinds, Map<String, Integer> shares) {

  /** All violations, each with its variable. */
  List<String> violations(int maxRequests) {
    List<String> names = kinds.stream().map(OwnKind::label).toList();
    List<String> violations = new ArrayList<>();
    if (names.size() != shares.size() || !shares.keySet().containsAll(names)) {
      violations.add(
          "%s: must name each own transaction of the jars (%s) and no other (it names %s)"
              .formatted(
                  Setting.MIX,
                  String.join(", ", names),
                  shares.keySet().stream().sorted().collect(Collectors.joining(", "))));
    }
    for (OwnKind kind : kinds) {
      if (kind.requests() > maxRequests) {
        violations.add(
            ("%s: must be at least the number of requests of the own transaction %s, %d (it is"
                    + " '%d')")
                .formatted(
                    Setting.REQUESTS_PER_TRANSACTION, kind.label(), kind.requests(), maxRequests));
      }
    }
    return violations;
  }

  /** The shares by kind; only valid without violations. */
  Map<TransactionKind, Integer> byKind() {
    Map<TransactionKind, Integer> byKind = new LinkedHashMap<>();
    kinds.forEach(kind -> byKind.put(kind, shares.get(kind.label())));
    return byKind;
  }
}
