package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Transactions that fresh servers have completed before they are measured. With fewer they are
 * slower, since the JIT compiler has not finished.
 *
 * @param records records of each generator of the warm-up, by its number
 * @param generators number of generators
 */
public record WarmUp(Map<Integer, List<LoadRecord>> records, int generators) {
  /** The generator regards servers as warm below this. */
  private static final double MAX_RISE_PERCENT = 3;

  /**
   * Transactions that each server has completed, on average; empty if a generator has not reported
   * it.
   */
  public Optional<Double> each(int servers) {
    List<LoadRecord.Run> ends = ends();
    return ends.size() < generators
        ? Optional.empty()
        : Optional.of(
            Rounding.two((double) ends.stream().mapToLong(WarmUp::completed).sum() / servers));
  }

  private List<LoadRecord.Run> ends() {
    return records.values().stream()
        .flatMap(List::stream)
        .filter(LoadRecord.Run.class::isInstance)
        .map(LoadRecord.Run.class::cast)
        .toList();
  }

  /**
   * The message if the warm-up's time ended before its number of transactions was reached, or while
   * servers still became faster; empty otherwise.
   *
   * @param seconds its maximum duration
   * @param wanted number of transactions of each server that ends it; null if only its duration
   *     does
   */
  public Optional<String> shortOf(Configuration configuration, int seconds, Integer wanted) {
    return wanted == null
        ? Optional.empty()
        : each(configuration.replicas())
            .filter(done -> done < wanted)
            .map(
                done ->
                    ("%s: after spec.load.warmUp.maxSeconds, %d s, each server had completed %s"
                            + " of %d transactions on average: it is not fully warm and appears"
                            + " slower. Raise maxSeconds: the warm-up ends early when the"
                            + " transactions are completed")
                        .formatted(configuration.name(), seconds, done, wanted))
            .or(() -> rising(configuration, seconds));
  }

  private Optional<String> rising(Configuration configuration, int seconds) {
    return ends().stream()
        .map(LoadRecord.Run::risePercent)
        .filter(rise -> rise != null && rise >= MAX_RISE_PERCENT)
        .max(Double::compare)
        .map(
            rise ->
                ("%s: after spec.load.warmUp.maxSeconds, %d s, servers still completed %.0f %% more"
                        + " in 15 s than in the 15 s before: they are not fully warm. Raise"
                        + " maxSeconds: the warm-up ends early when servers are steady")
                    .formatted(configuration.name(), seconds, rise));
  }

  /** Without failed transactions, as the generator counts for the end of the warm-up. */
  private static long completed(LoadRecord.Run end) {
    return end.totals().values().stream().mapToLong(LoadRecord.Outcome::ok).sum();
  }
}
