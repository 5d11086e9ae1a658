package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The condition of the load generators in a step: the worst of each figure, since one generator at
 * its limit is enough to distort the load.
 */
final class GeneratorCondition {
  /** Time for which a connection closed by the client keeps its port (TIME_WAIT). */
  private static final double PORT_KEPT_SECONDS = 60;

  private GeneratorCondition() {}

  static GeneratorResult of(LoadRecord.Step step) {
    List<LoadRecord.Step> each = step.ofEach().isEmpty() ? List.of(step) : step.ofEach();
    LoadRecord.Step busiest =
        each.stream().max(Comparator.comparingDouble(GeneratorCondition::cpuShare)).orElseThrow();
    LoadRecord.Step worstConnected =
        each.stream()
            .filter(own -> own.connections() != null)
            .max(Comparator.comparingLong(GeneratorCondition::ports))
            .orElse(null);
    return new GeneratorResult(
        worst(each, LoadRecord.Lateness::p50Millis),
        worst(each, LoadRecord.Lateness::p99Millis),
        Rounding.three(busiest.cpuSeconds() / busiest.measuredSeconds()),
        busiest.cpuLimitCores(),
        each.size(),
        each.stream().mapToLong(GeneratorCondition::unsent).max().orElseThrow(),
        worstConnected == null ? null : worstConnected.connections().opened(),
        worstConnected == null ? null : worstConnected.connections().maxOpen(),
        worstConnected == null ? null : ports(worstConnected),
        each.size() == 1 ? null : startSkewMillis(each));
  }

  private static Double worst(
      List<LoadRecord.Step> each, Function<LoadRecord.Lateness, Double> figure) {
    return each.stream()
        .flatMap(GeneratorCondition::latenesses)
        .filter(Objects::nonNull)
        .map(figure)
        .max(Comparator.naturalOrder())
        .map(Rounding::two)
        .orElse(null);
  }

  /** The lateness of the load, and of the stream beside it. */
  private static Stream<LoadRecord.Lateness> latenesses(LoadRecord.Step own) {
    return Stream.of(own.lateness(), own.stream() == null ? null : own.stream().lateness());
  }

  /** CPU time in relation to the limit, or to one core without a limit. */
  private static double cpuShare(LoadRecord.Step own) {
    return own.cpuSeconds() / (own.cpuLimitCores() == null ? 1 : own.cpuLimitCores());
  }

  /** Transactions shed because too many were in flight are caused by the servers. */
  private static long unsent(LoadRecord.Step own) {
    return Math.abs(own.scheduled() - own.sent() - own.shed());
  }

  /**
   * Estimated ports in use at the window's end: the maximum open connections plus those opened, at
   * the window's rate, during the time for which a port is kept; at most the total number opened.
   */
  private static long ports(LoadRecord.Step own) {
    LoadRecord.Connections connections = own.connections();
    double kept = connections.opened() * PORT_KEPT_SECONDS / own.measuredSeconds();
    return Math.min(connections.openedSoFar(), Math.round(kept) + connections.maxOpen());
  }

  private static double startSkewMillis(List<LoadRecord.Step> each) {
    List<Instant> begins = each.stream().map(LoadRecord.Step::measuredFrom).sorted().toList();
    return Duration.between(begins.get(0), begins.get(begins.size() - 1)).toMillis();
  }
}
