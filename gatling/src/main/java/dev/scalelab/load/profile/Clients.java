package dev.scalelab.load.profile;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which users of a closed model are production lines, as in ECperf, which has three of them for
 * five order clients.
 *
 * @param lines number of production lines per {@link TransactionMix#WHOLE} users, the others are
 *     order clients; 0 if all users are alike
 */
public record Clients(int lines) {
  /** Every user chooses from the whole mix. */
  public static final Clients ALIKE = new Clients(0);

  /** The clients for a mix: two kinds if it contains work orders and other transactions. */
  public static Clients of(Map<? extends TransactionKind, Integer> mix) {
    int lines = mix.getOrDefault(TransactionType.WORK_ORDER, 0);
    return lines < TransactionMix.WHOLE ? new Clients(lines) : ALIKE;
  }

  /**
   * Whether the user with that index, from 0, is a production line: the two kinds are interleaved,
   * so that the first N users always contain the configured proportion of lines, rounded down.
   */
  public boolean isProductionLine(int place) {
    return productionLines(place + 1) > productionLines(place);
  }

  /** The number of production lines among the first users. */
  public int productionLines(int users) {
    return users * lines / TransactionMix.WHOLE;
  }

  /** The minimum number of users for one production line, if not all users are alike. */
  public int fewestWithALine() {
    return (TransactionMix.WHOLE + lines - 1) / lines;
  }

  /** The mix of the users who are not production lines. */
  public Map<TransactionKind, Integer> mixOfTheOthers(Map<TransactionKind, Integer> mix) {
    if (equals(ALIKE)) {
      return mix;
    }
    Map<TransactionKind, Integer> others = new LinkedHashMap<>(mix);
    others.remove(TransactionType.WORK_ORDER);
    return others;
  }
}
