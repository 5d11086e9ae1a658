package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.EcperfSpec;
import dev.scalelab.operator.api.OwnSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a load generator is told of the workload. */
final class WorkloadSettings {
  private WorkloadSettings() {}

  /** What its transactions are: of a run and of the warm-up. */
  static List<EnvVar> of(WorkloadSpec workload) {
    List<EnvVar> settings = new ArrayList<>(settingsOf(workload));
    if (workload.mix() != null || workload.ecperf() != null) {
      settings.add(variable("MIX", mix(workload.mixAsked())));
    }
    if (workload.ecperf() != null) {
      settings.add(variable("LARGE_ORDER_PERCENT", workload.ecperf().largeOrderPercent()));
    }
    return settings;
  }

  private static List<EnvVar> settingsOf(WorkloadSpec workload) {
    EnvVar name = variable("WORKLOAD", workload.name().label());
    return switch (workload.name()) {
      case ECPERF ->
          List.of(
              name,
              variable("SCALE", workload.scale()),
              variable("ITEMS_PER_ORDER", WorkloadSpec.ITEMS_PER_ORDER));
      case BOOKSTORE ->
          List.of(
              name,
              variable("SCALE", workload.scale()),
              variable("PRODUCTS_PER_VISIT", workload.bookstore().booksPerSession()));
      case CART ->
          List.of(name, variable("PRODUCTS_PER_VISIT", workload.cart().productsPerVisit()));
      case CELLS ->
          List.of(
              name,
              variable("CELLS_MIX", shares(workload.cells().weights())),
              variable("CELLS_KEEP_ALIVE", workload.cells().keepAlive()));
      case PORTAL ->
          List.of(
              name,
              variable("SCALE", workload.scale()),
              variable("REQUESTS_PER_VISIT", workload.portal().requestsPerVisit()),
              variable("STREAM_RATE", workload.portal().ordersPerSecond()));
      case OWN ->
          List.of(
              name,
              variable("MIX", mix(workload.own())),
              variable("REQUESTS_PER_TRANSACTION", workload.own().requestsPerTransaction()));
    };
  }

  /** By name: the same shares always make the same Job. */
  private static String shares(Map<String, Integer> shares) {
    return new TreeMap<>(shares)
        .entrySet().stream()
            .map(share -> share.getKey() + "=" + share.getValue())
            .collect(Collectors.joining(","));
  }

  private static String mix(Map<String, Double> percents) {
    return new TreeMap<>(percents)
        .entrySet().stream()
            .map(share -> share.getKey() + "=" + percent(share.getValue()))
            .collect(Collectors.joining(","));
  }

  /** 50 for 50.0, as a person writes it. */
  private static String percent(double percent) {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
  }

  private static String mix(OwnSpec own) {
    return own.transactions().stream()
        .map(share -> share.name() + "=" + share.percent())
        .collect(Collectors.joining(","));
  }

  /**
   * How long users of a run wait between requests, and between transactions, where that is so which
   * kinds of them there are. Fresh servers are not made to wait: only the runs have pauses.
   */
  static List<EnvVar> pauses(ScalabilityExperimentSpec spec) {
    WorkloadSpec workload = spec.workload();
    List<EnvVar> pauses = new ArrayList<>();
    if (workload.cells() != null && workload.cells().clients() != null) {
      pauses.add(variable("CELLS_CLIENTS", kinds(workload.cells().clients())));
    } else {
      pauses.add(
          variable(
              "THINK_MILLIS",
              "%d-%d".formatted(workload.leastThinkMillis(), workload.mostThinkMillis())));
    }
    EcperfSpec ecperf = workload.ecperf();
    if (ecperf != null && spec.load().closedModel()) { // who arrives and leaves has no pace
      pauses.add(variable("PACING_MILLIS", ecperf.pacingMillis()));
    }
    return pauses;
  }

  private static String kinds(List<CellsSpec.Client> clients) {
    return clients.stream()
        .map(c -> c.percent() + ":" + c.thinkMillis() + ":" + c.keepAlive())
        .collect(Collectors.joining(","));
  }

  static EnvVar variable(String name, Object value) {
    return new EnvVar(name, String.valueOf(value), null);
  }
}
