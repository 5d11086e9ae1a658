package dev.scalelab.load.profile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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

  private static final Set<TransactionType> OF_LINES =
      Set.of(TransactionType.WORK_ORDER, TransactionType.CANCEL_WORK_ORDER);

  /** The clients for a mix: two kinds if it contains work orders and other transactions. */
  public static Clients of(Map<? extends TransactionKind, Integer> mix) {
    int lines = OF_LINES.stream().mapToInt(kind -> mix.getOrDefault(kind, 0)).sum();
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
    others.keySet().removeAll(OF_LINES);
    return others;
  }

  /** The mix of the users who are production lines. */
  public Map<TransactionKind, Integer> mixOfTheLines(Map<TransactionKind, Integer> mix) {
    Map<TransactionKind, Integer> ofLines = new LinkedHashMap<>(mix);
    ofLines.keySet().retainAll(OF_LINES);
    return equals(ALIKE) ? Map.of(TransactionType.WORK_ORDER, TransactionMix.WHOLE) : ofLines;
  }

  /** Whether work orders are in a mix, of which each rests at stations. */
  public static boolean haveLines(Map<? extends TransactionKind, Integer> mix) {
    return OF_LINES.stream().anyMatch(mix::containsKey);
  }
}
