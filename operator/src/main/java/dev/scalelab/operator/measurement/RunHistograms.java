package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The histograms of several runs of a trial.
 *
 * @param runs the data of each run's ConfigMap
 */
public record RunHistograms(List<Map<String, String>> runs) {

  /** Response times of a step over all runs, from their merged histograms. */
  public ResponseTimes percentiles(int step) {
    return HistogramStore.percentiles(runs, step);
  }

  /** What was counted in each second of a step of the first run; empty if it is not known. */
  public Optional<StepSeries> series(int step) {
    return HistogramStore.series(runs.get(0), step);
  }

  /** The result with the response times of its step over all runs but one, for intervals. */
  public TrialResult leavingOutEach(TrialResult result) {
    return runs.size() < 2
        ? result
        : result.leavingOut(HistogramStore.leavingOutEach(runs, result.stepOfRuns()));
  }
}
