package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.Comparison.Terms;
import dev.scalelab.operator.api.ComparisonResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All comparisons of an experiment. With many of them some differ by chance, so that each has to
 * differ by more (Holm's test): in 95 of 100 experiments without differences no difference is
 * claimed.
 */
public final class Comparisons {
  /** Those that a status has room for. */
  static final int MAX = 100;

  private Comparisons() {}

  /**
   * The comparisons as results, in the order given; of more than 100 those that chance explains
   * least.
   *
   * @param order in which rounds were made, as "interleaved"
   * @param broken whether the same system measured twice differed
   */
  public static List<ComparisonResult> of(
      List<Comparison> all, int equivalencePercent, String order, boolean broken) {
    double[] chances = holm(all.stream().mapToDouble(Comparisons::chance).toArray());
    int known = (int) all.stream().filter(one -> one.ratio() != null).count();
    Terms terms = new Terms(equivalencePercent, order, known, broken);
    return IntStream.range(0, all.size())
        .boxed()
        .sorted(Comparator.comparingDouble(index -> chances[index]))
        .limit(MAX)
        .sorted()
        .map(index -> all.get(index).judged(chances[index], terms))
        .toList();
  }

  /** NaN for a comparison that is not possible: it cannot differ by chance. */
  private static double chance(Comparison one) {
    return one.ratio() == null ? Double.NaN : one.ratio().chance();
  }

  /**
   * Holm's adjustment: the smallest probability times the number of all, the next times one less,
   * and so on, never less than the one before.
   *
   * @param chances probabilities; NaN stays NaN and is not counted
   */
  static double[] holm(double[] chances) {
    List<Integer> ascending = new ArrayList<>();
    for (int i = 0; i < chances.length; i++) {
      if (!Double.isNaN(chances[i])) {
        ascending.add(i);
      }
    }
    ascending.sort(Comparator.comparingDouble(index -> chances[index]));
    double[] adjusted = chances.clone();
    double before = 0;
    for (int place = 0; place < ascending.size(); place++) {
      int index = ascending.get(place);
      before = Math.min(1, Math.max(before, chances[index] * (ascending.size() - place)));
      adjusted[index] = before;
    }
    return adjusted;
  }
}
