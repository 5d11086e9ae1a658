package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What fresh servers have done before they are measured. Those that have done less are slower for
 * it: their compiler is not through.
 *
 * @param records what each generator of the warm-up has put out, by its number
 * @param generators how many there are
 */
public record WarmUp(Map<Integer, List<LoadRecord>> records, int generators) {

  /**
   * Transactions that each server has completed, on average; empty where a generator has not told.
   */
  public Optional<Double> each(int servers) {
    List<LoadRecord.Run> ends =
        records.values().stream()
            .flatMap(List::stream)
            .filter(LoadRecord.Run.class::isInstance)
            .map(LoadRecord.Run.class::cast)
            .toList();
    return ends.size() < generators
        ? Optional.empty()
        : Optional.of(
            Rounding.two((double) ends.stream().mapToLong(WarmUp::completed).sum() / servers));
  }

  /**
   * What to say when its time ended before servers had done what they should; empty otherwise.
   *
   * @param seconds how long it lasts at most
   * @param wanted transactions of each server that end it; null when only its time does
   */
  public Optional<String> shortOf(Configuration trial, int seconds, Integer wanted) {
    return wanted == null
        ? Optional.empty()
        : each(trial.replicas())
            .filter(done -> done < wanted)
            .map(
                done ->
                    ("%s: after spec.load.warmUp.maxSeconds, %d s, each server had completed %s"
                            + " of %d transactions on average: it is not fully warm and appears"
                            + " slower. Raise maxSeconds: the warm-up ends early when the"
                            + " transactions are completed")
                        .formatted(trial.name(), seconds, done, wanted));
  }

  /** As the generator counts what ends the warm-up: without those that failed. */
  private static long completed(LoadRecord.Run end) {
    return end.totals().values().stream().mapToLong(LoadRecord.Outcome::ok).sum();
  }
}
