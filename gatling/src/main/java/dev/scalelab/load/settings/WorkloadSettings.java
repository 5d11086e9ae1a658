package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.util.List;
import java.util.Map;

/**
 * The users' transactions, and their data.
 *
 * @param mix share per type, all of the workload's, with the sum {@link TransactionMix#WHOLE}
 * @param cellsMix weight per configuration of cells
 */
public record WorkloadSettings(
    Workload type,
    Dataset dataset,
    long seed,
    Map<TransactionKind, Integer> mix,
    Map<String, Integer> cellsMix,
    TransactionSizes sizes) {

  /** Whether sessions of its users have state on the servers. */
  public boolean hasSessionState() {
    return switch (type) {
      case BOOKSTORE -> true;
      case CART -> !sizes.cartAtClient();
      case ECPERF ->
          mix.getOrDefault(TransactionType.NEW_ORDER, 0) > 0
              || mix.getOrDefault(TransactionType.CANCEL_ORDER, 0) > 0;
      case CELLS, PORTAL, CUSTOM -> false;
    };
  }

  /** The users' transactions, in the order of the records; without those that have no share. */
  public List<TransactionKind> transactions() {
    if (type == Workload.CUSTOM) {
      return List.copyOf(mix.keySet());
    }
    return type.transactions().stream()
        .filter(kind -> mix.getOrDefault(kind, 0) > 0)
        .map(TransactionKind.class::cast)
        .toList();
  }
}
