package dev.scalelab.load.settings;

import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.TransactionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shares of the user's own transactions: those asked for must be those that there are.
 *
 * @param kinds what there is
 * @param shares what is asked for, by name
 */
record OwnMix(List<OwnKind> kinds, Map<String, Integer> shares) {

  /** What does not agree, each with its variable. */
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
            "%s: must be no less than what the own transaction %s has, %d (it is '%d')"
                .formatted(
                    Setting.REQUESTS_PER_TRANSACTION, kind.label(), kind.requests(), maxRequests));
      }
    }
    return violations;
  }

  /** The shares by kind; only where nothing disagrees. */
  Map<TransactionKind, Integer> byKind() {
    Map<TransactionKind, Integer> byKind = new LinkedHashMap<>();
    kinds.forEach(kind -> byKind.put(kind, shares.get(kind.label())));
    return byKind;
  }
}
