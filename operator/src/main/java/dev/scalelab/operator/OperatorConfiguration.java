package dev.scalelab.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.loadrun.Dataset;
import dev.scalelab.operator.loadrun.DatasetReset;
import dev.scalelab.operator.loadrun.Load;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.loadrun.WarmUpLoad;
import dev.scalelab.operator.measurement.CacheView;
import dev.scalelab.operator.measurement.ClusterView;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.Queues;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.reconcile.Wakeups;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentPods;
import dev.scalelab.operator.testbed.Components;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Beans that the operator's parts share, and leader election. */
@ApplicationScoped
public class OperatorConfiguration {
  /** Name of the Lease in the operator's namespace. */
  static final String LEASE = "scalelab-operator";

  /** As many as reconcile at the same time. */
  private static final int READERS = 4;

  @Produces
  @Singleton
  Clock clock() {
    return Clock.systemUTC();
  }

  @Produces
  @Singleton
  Timing timing() {
    return Timing.ofMachine();
  }

  @Produces
  @Singleton
  ComponentPods componentPods(
      KubernetesClient client, WarningReader events, WatchedObjects objects) {
    return new ComponentPods(client, events, objects);
  }

  /** The components of testbeds, in the order in which they are made ready. */
  @Produces
  @Singleton
  Topology topology(
      KubernetesClient client,
      ComponentPods pods,
      Images images,
      TestbedSettings settings,
      ClusterWatch cluster,
      LoadRuns runs,
      EvidenceCollector evidence,
      SlowReads slow,
      Clock clock) {
    var testbeds = new Components(client, pods, images, settings, cluster);
    return new Topology(components(testbeds, runs, evidence, slow, clock));
  }

  /** The components of testbeds, first to last: add a new one here. */
  public static List<Component> components(
      Components testbeds, LoadRuns runs, EvidenceCollector evidence, SlowReads slow, Clock clock) {
    return List.of(
        testbeds.databases(),
        new Dataset(runs),
        testbeds.remoteCache(),
        new CacheView(evidence, slow, clock),
        testbeds.servers(),
        new ClusterView(evidence, slow, clock),
        testbeds.balancer(),
        testbeds.suppliers(),
        new WarmUpLoad(runs),
        testbeds.measuredCpuLimit(),
        new Queues(evidence, slow, clock),
        new DatasetReset(runs),
        new Load(runs));
  }

  /** Logs and Prometheus are read by threads of their own, which end when nothing is read. */
  @Produces
  @Singleton
  SlowReads slowReads(Wakeups wakeups) {
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            READERS, READERS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::reader);
    readers.allowCoreThreadTimeOut(true);
    return new SlowReads(readers, wakeups::wake);
  }

  private Thread reader(Runnable work) {
    Thread thread = new Thread(work, "slow-reads");
    thread.setDaemon(true);
    return thread;
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
