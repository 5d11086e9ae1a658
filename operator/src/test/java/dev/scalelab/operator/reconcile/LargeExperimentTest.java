package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.report.Measured;
import dev.scalelab.operator.report.RecentAnswers;
import dev.scalelab.operator.report.StatusReport;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.PinnedImages;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a reconciliation computes for a sweep of up to 2000 configurations: it grows with the number
 * of configurations, not with its square.
 */
class LargeExperimentTest {
  /** Ten times the configurations take ten times as long; by their square it would be a hundred. */
  private static final int AT_MOST = 40;

  /** Below this, times are mostly those of the machine. */
  private static final double MIN_MILLIS = 1;

  private static final int ATTEMPTS = 7;

  /** An experiment of which half is measured, and a tenth of that has failed. */
  private record Large(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> trials,
      PinnedImages images) {}

  static Stream<Arguments> stages() {
    return Stream.of(
        stage("plan", large -> Planner.plan("big", large.experiment().getSpec())),
        stage("images", large -> large.images().pin(large.plan(), Parts.TOPOLOGY)),
        stage("schedule", large -> new Schedule(large.plan(), large.trials()).next()),
        stage("status", LargeExperimentTest::running));
  }

  private static Arguments stage(String name, Consumer<Large> stage) {
    return Arguments.of(name, stage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("stages")
  void everyStageGrowsWithTheNumberOfConfigurations(String name, Consumer<Large> stage) {
    for (String order : List.of("Listed", "Shuffled")) {
      Large tenth = large(2, order);
      Large whole = large(20, order);
      assertThat(whole.plan().configurations()).hasSize(2000);

      // The fastest of several attempts, in turns: the machine may do other things too, and become
      // slower meanwhile.
      double ofTenth = Double.MAX_VALUE;
      double ofWhole = Double.MAX_VALUE;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ofTenth = Math.min(ofTenth, millis(tenth, stage));
        ofWhole = Math.min(ofWhole, millis(whole, stage));
      }
      assertThat(ofWhole).as(order).isLessThan(AT_MOST * Math.max(MIN_MILLIS, ofTenth));
    }
  }

  /** Processor time of a stage. */
  private static double millis(Large large, Consumer<Large> stage) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    stage.accept(large);
    return (threads.getCurrentThreadCpuTime() - start) / 1e6;
  }

  private static ScalabilityExperimentStatus running(Large large) {
    return new StatusReport(
            large.experiment(), large.plan(), large.trials(), Given.NOW, new RecentAnswers())
        .running("Measuring", List.of());
  }

  /** Five replica counts of 20 * heaps systems, each of which has its own databases. */
  private static Large large(int heaps, String order) {
    ScalabilityExperiment experiment = Experiments.small("default");
    experiment.setSpec(
        Experiments.with(
            Given.spec(),
            """
            sweep:
              replicas: [1, 2, 3, 4, 5]
              order: %s
              factors:
              - {setting: application.heap, values: [%s]}
              - {setting: databases.main.cpu, values: [%s]}
            """
                .formatted(order, values(heaps, "Mi"), values(20, "m"))));
    Plan plan = Planner.plan("big", experiment.getSpec());
    Map<String, ScalabilityTrialStatus> trials = new HashMap<>();
    List<Configuration> half = plan.configurations().subList(0, plan.configurations().size() / 2);
    for (Configuration configuration : half) {
      trials.put(
          configuration.name(),
          configuration.order() % 10 == 0 ? failed() : measured(configuration.order()));
    }
    List<TierImage> recorded = PinnedImages.of(null).recorded(trials.values());
    return new Large(experiment, plan, trials, PinnedImages.of(Measured.images(recorded)));
  }

  private static String values(int count, String unit) {
    return IntStream.range(0, count).mapToObj(i -> 500 + i + unit).collect(Collectors.joining(","));
  }

  private static ScalabilityTrialStatus measured(int peak) {
    PodPlacement pod =
        new PodPlacement("application", null, "a-0", "node", "docker.io/app@sha256:aa", "app:1");
    return Given.succeeded(peak).placed(List.of(pod));
  }

  private static ScalabilityTrialStatus failed() {
    return Given.failed(Reason.SERVERS_NOT_READY, "ImagePullBackOff");
  }
}
