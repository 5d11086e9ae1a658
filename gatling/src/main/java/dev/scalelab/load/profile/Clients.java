package dev.scalelab.load.profile;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which users of a closed model are production lines, as in ECperf, which has three of them for
 * five order clients.
 *
 * @param lines so many of {@link TransactionMix#WHOLE} users are production lines, and the others
 *     order clients; 0 where all users are alike
 */
public record Clients(int lines) {
  /** Every user draws from the whole mix. */
  public static final Clients ALIKE = new Clients(0);

  /** Those of a mix: of two kinds where it has work orders and others. */
  public static Clients of(Map<? extends TransactionKind, Integer> mix) {
    int lines = mix.getOrDefault(TransactionType.WORK_ORDER, 0);
    return lines < TransactionMix.WHOLE ? new Clients(lines) : ALIKE;
  }

  /**
   * Whether the user at that place, from 0, is a production line: the two kinds are mixed, so that
   * any number of users from the first on holds as many lines as the share says, rounded down.
   */
  public boolean isProductionLine(int place) {
    return productionLines(place + 1) > productionLines(place);
  }

  /** How many of the first so many users are production lines. */
  public int productionLines(int users) {
    return users * lines / TransactionMix.WHOLE;
  }

  /** The fewest users of whom one is a production line, where not all are alike. */
  public int fewestWithALine() {
    return (TransactionMix.WHOLE + lines - 1) / lines;
  }

  /** What the users who are no production lines draw from. */
  public Map<TransactionKind, Integer> mixOfTheOthers(Map<TransactionKind, Integer> mix) {
    if (equals(ALIKE)) {
      return mix;
    }
    Map<TransactionKind, Integer> others = new LinkedHashMap<>(mix);
    others.remove(TransactionType.WORK_ORDER);
    return others;
  }
}
