package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResultNote;
import java.util.ArrayList;
import java.util.List;

/**
 * Which objectives configurations missed, and of which it is unknown: a configuration that did all
 * that was requested could do more.
 */
final class ObjectiveCheck {
  private final ObjectivesSpec objectives;
  private final boolean streamed;
  private final List<String> missed = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  /**
   * @param streamed whether a step must also keep a stream beside its load
   */
  ObjectiveCheck(ObjectivesSpec objectives, boolean streamed) {
    this.objectives = objectives;
    this.streamed = streamed;
  }

  /** Every objective that was missed, with figures. */
  List<String> missed() {
    return missed;
  }

  /** Every objective that may have been met or missed, with the reason. */
  List<String> unknown() {
    return unknown;
  }

  /**
   * Checks a configuration.
   *
   * @param smallest that of the same system with the fewest servers
   */
  void add(ConfigurationResult row, ConfigurationResult smallest) {
    if (row.capacityPerSecond() == null) {
      missed.add(
          "%s: %s met %s%s%s"
              .formatted(
                  row.name(),
                  none(row),
                  objectives,
                  streamed ? " and kept its stream" : "",
                  Judgement.host(row)));
    } else if (objectives.minCapacityPerSecond() != null
        && row.capacityPerSecond().mean() < objectives.minCapacityPerSecond()) {
      lowCapacity(row, objectives.minCapacityPerSecond());
    }
    if (objectives.minEfficiencyPercent() != null && row != smallest) {
      efficiency(row, smallest, objectives.minEfficiencyPercent());
    }
  }

  /** One round of a search that found a capacity is no majority. */
  private static String none(ConfigurationResult row) {
    if (row.search() == null) {
      return "no step";
    }
    return row.search().level() == null ? "no load" : "in most rounds no load";
  }

  private void lowCapacity(ConfigurationResult row, int min) {
    double capacity = row.capacityPerSecond().mean();
    if (!Boolean.TRUE.equals(row.saturated())) {
      unknown.add(
          "%s: capacity at least %.1f/s, and unknown whether %d/s: raise the load"
              .formatted(row.name(), capacity, min));
    } else {
      missed.add(
          "%s: capacity %.1f/s is less than %d/s%s"
              .formatted(row.name(), capacity, min, Judgement.host(row)));
    }
  }

  /** A higher peak raises the efficiency; that of the smallest configuration lowers it. */
  private void efficiency(ConfigurationResult row, ConfigurationResult smallest, int min) {
    double percent = efficiencyPercent(row, smallest);
    boolean low = percent < min;
    ConfigurationResult unsure = low ? row : smallest;
    if (peakIsHigher(unsure)) {
      unknown.add(
          "%s: efficiency unknown, whether %d %%: %s did all that was requested, so that its peak is, or may be, higher: raise the load"
              .formatted(row.name(), min, unsure.name()));
    } else if (low) {
      missed.add(
          "%s: efficiency %.1f %% is less than %d %%%s"
              .formatted(row.name(), percent, min, Judgement.host(row)));
    }
  }

  private static boolean peakIsHigher(ConfigurationResult row) {
    return !Boolean.TRUE.equals(row.saturated())
        || row.notes() != null && row.notes().contains(ResultNote.PEAK_NOT_REACHED);
  }

  /** From the peaks, since the row's own figure is rounded. A peak of 0 has no speed-up. */
  private static double efficiencyPercent(ConfigurationResult row, ConfigurationResult smallest) {
    double speedup = row.peakPerSecond().mean() / smallest.peakPerSecond().mean();
    return 100 * ScalingAnalysis.efficiency(speedup, smallest.replicas(), row.replicas());
  }
}
