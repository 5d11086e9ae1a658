package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScreenFinding;
import dev.scalelab.operator.api.ScreenFindingBuilder;
import dev.scalelab.operator.api.ScreenFindingKind;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.WorkloadType;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.measurement.Signal;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The functional screen of the cells: which configurations of the table throw or leak, and how much
 * in an hour. Pure.
 */
public final class FunctionalScreen {
  /** As the load generator reports it. */
  private static final Pattern THROWN = Pattern.compile("configuration (\\S+) has thrown");

  /** Of a call: less is what any server keeps, such as figures of its metrics. */
  private static final double MIN_BYTES = 256;

  private static final double SECONDS_PER_HOUR = 3600;

  private final Configuration configuration;
  private final List<StepResult> steps;

  private FunctionalScreen(Configuration configuration, List<RunResult> runs) {
    this.configuration = configuration;
    this.steps = runs.stream().map(RunResult::steps).flatMap(Collection::stream).toList();
  }

  /**
   * What was found; null for other workloads than Cells.
   *
   * @param runs the valid runs
   */
  public static List<ScreenFinding> of(Configuration configuration, List<RunResult> runs) {
    return configuration.spec().workload().type() == WorkloadType.CELLS
        ? new FunctionalScreen(configuration, runs).findings()
        : null;
  }

  /** All findings as the end of a text; empty without any. */
  public static String sentences(List<ScreenFinding> findings) {
    return findings == null
        ? ""
        : findings.stream().map(one -> ". " + one.text()).collect(Collectors.joining());
  }

  private List<ScreenFinding> findings() {
    List<ScreenFinding> findings = new ArrayList<>(throwing());
    CellsSpec cells = configuration.spec().workload().cells();
    if (cells.screen() != null) {
      findings.addAll(leaking(String.join(", ", new TreeSet<>(cells.weights().keySet()))));
    }
    return findings.stream().limit(TrialResult.MAX_FINDINGS).toList();
  }

  private List<ScreenFinding> throwing() {
    Map<String, Long> thrown = new TreeMap<>();
    for (StepResult step : steps) {
      for (FailureCount error : step.errors() == null ? List.<FailureCount>of() : step.errors()) {
        Matcher reason = THROWN.matcher(error.reason());
        if (reason.matches()) {
          thrown.merge(reason.group(1), error.count(), Long::sum);
        }
      }
    }
    double seconds = steps.stream().mapToDouble(step -> step.window().seconds()).sum();
    return thrown.entrySet().stream()
        .map(one -> thrown(one.getKey(), one.getValue() * SECONDS_PER_HOUR / seconds))
        .toList();
  }

  private static ScreenFinding thrown(String name, double perHour) {
    return ScreenFindingBuilder.builder()
        .kind(ScreenFindingKind.THROWS)
        .configuration(name)
        .perHour(Rounding.two(perHour))
        .text(
            String.format(
                Locale.ROOT, "Configuration %s throws: %.0f calls an hour", name, perHour))
        .build();
  }

  /** What grows in each step is a leak: noise falls in some. */
  private List<ScreenFinding> leaking(String names) {
    double bytes = 0;
    double calls = 0;
    double seconds = 0;
    boolean always = true;
    for (StepResult step : steps) {
      Double growth = growth(step);
      if (growth == null) {
        return List.of(unknown(names));
      }
      always &= growth > 0;
      bytes += growth * step.window().seconds();
      calls += step.counts().completed();
      seconds += step.window().seconds();
    }
    return always && calls > 0 && bytes / calls >= MIN_BYTES
        ? List.of(leak(names, bytes * SECONDS_PER_HOUR / seconds, bytes / calls))
        : List.of();
  }

  private static Double growth(StepResult step) {
    return step.evidence() == null || step.evidence().signals() == null
        ? null
        : step.evidence().signals().get(Signal.OLD_GENERATION.key());
  }

  private static ScreenFinding leak(String names, double perHour, double each) {
    return ScreenFindingBuilder.builder()
        .kind(ScreenFindingKind.LEAKS)
        .configuration(names)
        .perHour(Rounding.significant(perHour))
        .bytesEach(Rounding.significant(each))
        .text(
            String.format(
                Locale.ROOT,
                "%s: %.0f bytes in each call, %.0f MB an hour",
                names.contains(",")
                    ? "One of the configurations " + names + " leaks"
                    : "Configuration " + names + " leaks",
                each,
                perHour / 1e6))
        .build();
  }

  private static ScreenFinding unknown(String names) {
    return ScreenFindingBuilder.builder()
        .kind(ScreenFindingKind.UNKNOWN)
        .configuration(names)
        .text(
            "Whether configuration %s leaks is not known: a step has no figure of the old generation"
                .formatted(names))
        .build();
  }
}
