package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says in a sentence what followed from a disturbance. Pure. */
final class DisturbanceSentence {
  private final Configuration configuration;
  private final PlannedDisturbance planned;
  private final List<PlannedDisturbance> ofStep;
  private final List<String> ofDatabases;
  private final DisturbanceRow row;

  /**
   * @param others the other disturbances of each run
   * @param ofDatabases names of those that concern databases
   */
  DisturbanceSentence(
      Configuration configuration,
      PlannedDisturbance planned,
      List<PlannedDisturbance> others,
      List<String> ofDatabases,
      DisturbanceRow row) {
    this.configuration = configuration;
    this.planned = planned;
    this.ofStep = others.stream().filter(one -> one.step().equals(planned.step())).toList();
    this.ofDatabases = ofDatabases;
    this.row = row;
  }

  /**
   * As "killing 1 of 3 servers in step 2 lost 0 of 412 sessions, 3 requests of the step failed".
   */
  String text() {
    List<String> parts = new ArrayList<>();
    boolean sessions = row.state() != null && row.state().sessions() > 0;
    if (sessions) {
      parts.add(sessions(row.state()) + togetherInStep());
    }
    if (row.failedRequests() != null) {
      parts.add(requests() + togetherInStep());
    }
    parts.add(failed());
    parts.addAll(missing());
    parts.add("throughput " + back(row.throughputBackSeconds()));
    parts.add("response time " + back(row.responseTimeBackSeconds()));
    parts.add(podsBack());
    return "%s %s in step %d%s %s%s"
        .formatted(
            planned.action().doing(),
            whom(),
            planned.step(),
            sessions ? "" : ":",
            String.join(", ", parts),
            ofRuns());
  }

  private String ofRuns() {
    return row.runs() > 1
        ? "; counts of %d runs together, times are means".formatted(row.runs())
        : "";
  }

  private boolean ofServers() {
    return planned.concerns(Tier.APPLICATION.label());
  }

  private String whom() {
    int count = planned.count() == null ? 1 : planned.count();
    return ofServers()
        ? "%d of %d servers".formatted(count, configuration.replicas())
        : "%d %s of the tier %s".formatted(count, count == 1 ? "pod" : "pods", planned.tier());
  }

  private static String sessions(StateCounts state) {
    StringBuilder text =
        new StringBuilder("lost %d of %d sessions".formatted(state.lost(), state.sessions()));
    if (state.rolledBack() > 0) {
      text.append(", rolled back ").append(state.rolledBack());
    }
    if (state.stale() > 0) {
      text.append(", showed an older state of ").append(state.stale());
    }
    return text.toString();
  }

  /** Of the whole step: the load generators do not count requests by the second. */
  private String requests() {
    return Message.count(row.failedRequests().total(), "request") + " of the step failed";
  }

  /** Counts of a step, or of a database, do not say which disturbance they follow from. */
  private static String together(List<String> others) {
    return others.isEmpty() ? "" : " (together with %s)".formatted(String.join(" and ", others));
  }

  private String togetherInStep() {
    return together(ofStep.stream().map(PlannedDisturbance::name).toList());
  }

  /** Transactions after the disturbance. */
  private String failed() {
    if (row.failed() == null) {
      return "its effect is not known";
    }
    return row.failed().max() == 0
        ? "no transaction failed"
        : Message.count(Math.round(row.failed().mean() * row.runs()), "transaction")
            + " failed"
            + within();
  }

  /** Of a kind that is not compared one by one a lower bound, and nothing if that is 0. */
  private List<String> missing() {
    List<AcknowledgedResult> kinds = row.acknowledged() == null ? List.of() : row.acknowledged();
    return kinds.stream()
        .filter(kind -> kind.twice() != null || kind.missing() > 0)
        .map(
            kind ->
                "%s%d of %d acknowledged %s transactions %s missing%s%s"
                    .formatted(
                        kind.twice() == null ? "at least " : "",
                        kind.missing(),
                        kind.acknowledged(),
                        kind.name(),
                        kind.missing() == 1 ? "is" : "are",
                        twice(kind),
                        together(ofDatabases)))
        .toList();
  }

  private static String twice(AcknowledgedResult kind) {
    return kind.twice() == null || kind.twice() == 0
        ? ""
        : " and %d %s there twice".formatted(kind.twice(), kind.twice() == 1 ? "is" : "are");
  }

  private String within() {
    return row.errorSeconds() == null || row.errorSeconds().max() == 0
        ? ""
        : " within %s s".formatted(number(row.errorSeconds().mean()));
  }

  private String back(Spread seconds) {
    if (seconds == null) {
      return next()
          .map(other -> "was not back before " + other.name())
          .orElse("was not back by the end of the step");
    }
    return seconds.max() == 0
        ? "did not change"
        : "was back after %s s".formatted(number(seconds.mean()));
  }

  /** The disturbance that follows it in its step. */
  private Optional<PlannedDisturbance> next() {
    return ofStep.stream()
        .filter(other -> other.atSecond() > planned.atSecond())
        .min(Comparator.comparing(PlannedDisturbance::atSecond));
  }

  private String podsBack() {
    String all = ofServers() ? "all servers" : "all pods";
    return row.podsBackSeconds() == null
        ? all + " were not ready again in every run"
        : "%s were ready again after %s s".formatted(all, number(row.podsBackSeconds().mean()));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? "%d".formatted((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
