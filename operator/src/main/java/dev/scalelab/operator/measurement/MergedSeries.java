package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Adds up the series of several generators, second by second and part by part. */
final class MergedSeries {
  private MergedSeries() {}

  /**
   * The sum of the series; null if a generator has not reported one, or a damaged one: what was
   * measured does not depend on it.
   */
  static LoadRecord.Series of(List<LoadRecord.Series> all) {
    if (all.contains(null)) {
      return null;
    }
    try {
      Optional<StepSeries> sum =
          all.stream().map(one -> StepSeries.decode(one.perSecond())).reduce(StepSeries::plus);
      return new LoadRecord.Series(
          sum.orElseThrow().encode(), all.get(0).histogramSeconds(), histograms(all));
    } catch (IllegalArgumentException damaged) {
      return null;
    }
  }

  private static List<String> histograms(List<LoadRecord.Series> all) {
    int parts = all.stream().mapToInt(one -> one.histograms().size()).min().orElse(0);
    List<String> merged = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int index = part;
      List<Histogram> ofEach =
          all.stream().map(one -> Histograms.decode(one.histograms().get(index))).toList();
      merged.add(Histograms.encode(Histograms.merge(ofEach, Histograms.COARSE_DIGITS)));
    }
    return merged;
  }
}
