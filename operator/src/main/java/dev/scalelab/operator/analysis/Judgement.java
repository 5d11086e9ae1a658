package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Whether the objectives were met, and which were not.
 *
 * @param verdict passed, failed or inconclusive
 * @param message every objective that was missed, with figures
 */
public record Judgement(Verdict verdict, String message) {
  /** From here on the CPU of the hosts is the limit, and more servers only wait for it. */
  public static final double HOST_FULL_PERCENT = 95;

  /**
   * Computes the verdict on the measured configurations. Each must have a step that met the step
   * objectives, and the minimum efficiency if one is given. While configurations are missing, or
   * did all that was requested and so could do more, the verdict cannot be passed: it is
   * inconclusive, unless one failed.
   *
   * @param all the configurations that were measured or could not be measured
   * @param planned number of planned configurations
   * @param streamed whether a step must also keep a stream beside its load
   */
  public static Judgement of(
      List<ConfigurationResult> all, int planned, ObjectivesSpec objectives, boolean streamed) {
    List<ConfigurationResult> rows = all.stream().filter(ConfigurationResult::measured).toList();
    ObjectiveCheck check = new ObjectiveCheck(objectives, streamed);
    Map<String, ConfigurationResult> smallest =
        ScalingAnalysis.smallest(rows, ConfigurationResult::system);
    rows.forEach(row -> check.add(row, smallest.get(row.system())));
    if (!check.missed().isEmpty()) {
      return new Judgement(Verdict.FAILED, String.join("; ", check.missed()));
    }
    if (rows.size() < planned) {
      return new Judgement(
          Verdict.INCONCLUSIVE,
          "%d of %d configurations were measured%s%s"
              .formatted(rows.size(), planned, missing(all), fullHost(rows)));
    }
    return check.unknown().isEmpty()
        ? new Judgement(
            Verdict.PASSED,
            "every configuration has a step that met every objective" + fullHost(rows))
        : new Judgement(Verdict.INCONCLUSIVE, String.join("; ", check.unknown()) + fullHost(rows));
  }

  /**
   * That the hosts, and not the servers, were the limit; empty if they were not.
   *
   * @param cpuPercent CPU use of the hosts in the step that the figures describe; null if unknown
   * @param step its number; null for a search, whose steps have none
   * @param fullFrom the step with the lowest load that filled the hosts; null if none did
   * @param search how the capacity was found; null where given loads were measured
   */
  public static String host(
      Double cpuPercent, Integer step, Integer fullFrom, SearchResult search) {
    if (cpuPercent != null && cpuPercent >= HOST_FULL_PERCENT) {
      return " (the host was full: %.1f %% of its CPU was busy%s)"
          .formatted(cpuPercent, step == null ? "" : " in step " + step);
    }
    if (search != null && search.hostFullFromLevel() != null) {
      return " (the host was full from %s on)".formatted(search.text(search.hostFullFromLevel()));
    }
    return fullFrom == null ? "" : " (the host was full from step %d on)".formatted(fullFrom);
  }

  /** The same, or that a step with another load filled the hosts. */
  static String host(ConfigurationResult row) {
    return host(row.hostCpuPercent(), row.step(), row.hostFullFromStep(), row.search());
  }

  /** The first configuration whose hosts were full although it met the objectives. */
  private static String fullHost(List<ConfigurationResult> rows) {
    return rows.stream()
        .filter(row -> !host(row).isEmpty())
        .findFirst()
        .map(row -> "; " + row.name() + host(row))
        .orElse("");
  }

  /** The first configuration that could not be measured, with the reason. */
  private static String missing(List<ConfigurationResult> all) {
    return all.stream()
        .filter(row -> !row.measured())
        .findFirst()
        .map(row -> "; %s: %s: %s".formatted(row.name(), row.reason().text(), row.message()))
        .orElse("");
  }
}
