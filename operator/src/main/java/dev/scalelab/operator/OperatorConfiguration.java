package dev.scalelab.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.loadrun.DatasetPart;
import dev.scalelab.operator.loadrun.DatasetResetPart;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.loadrun.WarmUpPart;
import dev.scalelab.operator.measurement.ClusterViewPart;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.QueuesPart;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.testbed.BalancerPart;
import dev.scalelab.operator.testbed.CpuLimitPart;
import dev.scalelab.operator.testbed.DatabasePart;
import dev.scalelab.operator.testbed.Part;
import dev.scalelab.operator.testbed.ServersPart;
import dev.scalelab.operator.testbed.SuppliersPart;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** Beans that the operator's parts share, and leader election. */
@ApplicationScoped
public class OperatorConfiguration {
  /** Name of the Lease in the operator's namespace. */
  static final String LEASE = "scalelab-operator";

  @Produces
  @Singleton
  Clock clock() {
    return Clock.systemUTC();
  }

  /** The parts of testbeds, in the order in which they are made ready. */
  @Produces
  @Singleton
  Topology topology(Testbed testbed, LoadRuns runs, EvidenceCollector evidence, Clock clock) {
    return new Topology(parts(testbed, runs, evidence, clock));
  }

  /** The parts of testbeds, first to last: add a new part here. */
  public static List<Part> parts(
      Testbed testbed, LoadRuns runs, EvidenceCollector evidence, Clock clock) {
    return List.of(
        new DatabasePart(testbed),
        new DatasetPart(runs),
        new ServersPart(testbed),
        new ClusterViewPart(evidence, clock),
        new BalancerPart(testbed),
        new SuppliersPart(testbed),
        new WarmUpPart(runs),
        new CpuLimitPart(testbed),
        new QueuesPart(evidence, clock),
        new DatasetResetPart(runs));
  }

  /**
   * Default settings of all pods.
   *
   * @throws IllegalArgumentException when they are not a pod block; the operator then does not
   *     start
   */
  @Produces
  @Singleton
  PodSettings podDefaults(TestbedSettings settings) {
    try {
      return new ObjectMapper().readValue(settings.pod(), PodSettings.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "testbed.pod of the chart must be a pod block, as system.application.pod of an experiment: "
              + e.getOriginalMessage(),
          e);
    }
  }

  /**
   * One operator is active, others stand by: two would each start the same load. One that has lost
   * the lease exits. The SDK's own exit would deadlock if the lease was lost because of a shutdown,
   * until the kubelet kills the pod.
   */
  @Produces
  @Singleton
  LeaderElectionConfiguration leaderElection() {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(LEASE)
        .withExitOnStopLeading(false)
        .withLeaderCallbacks(
            new LeaderCallbacks(() -> {}, OperatorConfiguration::exit, leader -> {}))
        .build();
  }

  private static void exit() {
    Thread exit = new Thread(() -> System.exit(1), "exit");
    exit.setDaemon(true);
    exit.start();
  }

  /**
   * Metrics of the SDK for all experiments together. By default it keeps a histogram for each
   * experiment that ever existed, which exceeds the heap after some hundred experiments.
   */
  @Produces
  @Singleton
  Metrics metrics(MeterRegistry registry) {
    return MicrometerMetrics.withoutPerResourceMetrics(registry);
  }
}
