package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.scalelab.operator.analysis.MeasuredRounds;
import dev.scalelab.operator.analysis.RowIntervals;
import dev.scalelab.operator.analysis.ScalabilityModels;
import dev.scalelab.operator.analysis.ScalingAnalysis;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.VariantComparisons;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.diagnosis.GivenRuns;
import dev.scalelab.operator.diagnosis.SystemModels;
import dev.scalelab.operator.diagnosis.TrialDiagnosis;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the answers of an experiment with 2,000 configurations cost, and the diagnoses and models of
 * as many trials, of which the aim is 100 ms and 20 MiB; it prints its figures, and whether they
 * meet that. It is no test of {@code make test}: {@code make bench ONLY=answers} runs it.
 */
class AnswersBenchmark {
  private static final int TIMES = 6;
  private static final double AIM_MILLIS = 100;
  private static final double AIM_MEBIBYTES = 20;

  /** Four hundred systems with five numbers of servers each. */
  private static final Plan PLAN =
      MeasuredRounds.plan(
          """
          sweep:
            replicas: [1, 2, 4, 8, 16]
            factors:
            - {setting: application.heap, values: [%s]}
            - {setting: application.cpu, values: [%s]}
          """
              .formatted(twenty(256, "Mi"), twenty(400, "m")));

  private static String twenty(int first, String unit) {
    return IntStream.range(first, first + 20)
        .mapToObj(value -> value + unit)
        .collect(Collectors.joining(", "));
  }

  @Test
  void twoThousandConfigurations() {
    List<Measured> measured = PLAN.configurations().stream().map(AnswersBenchmark::of).toList();
    List<ConfigurationResult> rows = ScalingAnalysis.of(measured, false).subList(0, 300);
    for (int time = 1; time <= TIMES; time++) {
      print(time, "rows", () -> ScalingAnalysis.of(measured, false));
      print(time, "intervals", () -> rows.forEach(new RowIntervals(measured)::of));
      print(time, "comparisons", () -> new VariantComparisons(PLAN, measured).all(false));
      print(time, "scalability", () -> ScalabilityModels.of(measured));
      print(time, "queueing", () -> SystemModels.of(measured));
      print(time, "all answers", () -> Answers.of(PLAN, measured, rows));
      print(
          time,
          "2000 diagnoses",
          () ->
              PLAN.configurations()
                  .forEach(
                      one -> new TrialDiagnosis(one, GivenRuns.POOL_LIMITED).bottleneck(true)));
      print(
          time,
          "2000 models",
          () ->
              PLAN.configurations()
                  .forEach(one -> new TrialDiagnosis(one, GivenRuns.POOL_LIMITED).model()));
      List<Object> kept = new ArrayList<>();
      long before = liveBytes();
      boolean met =
          print(time, "2000 of both", () -> PLAN.configurations().forEach(one -> both(one, kept)));
      System.out.println(time + " " + aim(met));
      System.out.printf(
          Locale.ROOT, "%d their results keep %.1f MiB%n", time, mebibytes(liveBytes() - before));
      assertThat(kept).hasSize(4000);
    }
  }

  /** As at the end of a trial, which reads its figures once for both. */
  private static void both(Configuration one, List<Object> kept) {
    TrialDiagnosis trial = new TrialDiagnosis(one, GivenRuns.POOL_LIMITED);
    kept.add(trial.bottleneck(true));
    kept.add(trial.model());
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static double mebibytes(long bytes) {
    return bytes / 1048576.0;
  }

  private static Measured of(Configuration one) {
    double peak = 20.0 * one.replicas() / (1 + 0.02 * (one.replicas() - 1));
    return new Measured(
        one,
        MeasuredRounds.result(peak, 1.02 * peak, 0.985 * peak)
            .withModel(new TrialDiagnosis(one, GivenRuns.POOL_LIMITED).model()));
  }

  private static String aim(boolean met) {
    return String.format(
        Locale.ROOT,
        "aim of both: %.0f ms and %.0f MiB: %s",
        AIM_MILLIS,
        AIM_MEBIBYTES,
        met ? "met" : "missed");
  }

  /** Whether the aim was met. */
  private static boolean print(int time, String what, Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long begin = System.nanoTime();
    work.run();
    double millis = (System.nanoTime() - begin) / 1e6;
    double mebibytes = mebibytes(threads.getCurrentThreadAllocatedBytes() - bytes);
    System.out.printf(
        Locale.ROOT, "%d %-15s %8.1f ms %8.1f MiB allocated%n", time, what, millis, mebibytes);
    return millis <= AIM_MILLIS && mebibytes <= AIM_MEBIBYTES;
  }
}
