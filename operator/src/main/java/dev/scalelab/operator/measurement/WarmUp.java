package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.plan.TrialPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What fresh servers have done before they are measured. Those that have done less are slower for
 * it: their compiler is not through.
 *
 * @param records what each generator of the warm-up has put out, by its number
 */
public record WarmUp(Map<Integer, List<LoadRecord>> records) {

  /**
   * Transactions that each server has done, on average, whether well or not; empty where no
   * generator has told, as those of a person's own image need not.
   */
  public Optional<Double> each(int servers) {
    List<LoadRecord.Run> ends =
        records.values().stream()
            .flatMap(List::stream)
            .filter(LoadRecord.Run.class::isInstance)
            .map(LoadRecord.Run.class::cast)
            .filter(end -> end.totals() != null)
            .toList();
    return ends.isEmpty()
        ? Optional.empty()
        : Optional.of(Rounding.two((double) ends.stream().mapToLong(WarmUp::done).sum() / servers));
  }

  /**
   * What to say when its time ended before servers had done what they should; empty otherwise.
   *
   * @param seconds how long it lasts at most
   * @param wanted transactions of each server that end it; null when only its time does
   */
  public Optional<String> shortOf(TrialPlan trial, int seconds, Integer wanted) {
    return wanted == null
        ? Optional.empty()
        : each(trial.replicas())
            .filter(done -> done < wanted)
            .map(
                done ->
                    ("%s: after spec.load.serverWarmUpSeconds, %d s, each server had done %s of %d transactions:"
                            + " it begins colder than one that has done them all, and seems slower. A longer"
                            + " time mends it; it ends when they are done")
                        .formatted(trial.name(), seconds, done, wanted));
  }

  private static long done(LoadRecord.Run end) {
    return end.totals().values().stream()
        .mapToLong(outcome -> outcome.ok() + outcome.failed() - outcome.shed())
        .sum();
  }
}
