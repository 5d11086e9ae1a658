package dev.scalelab.operator.simulation;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.reconcile.SimulatedOperator;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * The whole loop in one thread: an operator of its real classes, an API server in memory, a cluster
 * and a load that are played, and a clock that does not wait. A seed decides how long everything
 * takes; the same seed and faults always give the same.
 */
final class Simulation implements AutoCloseable {
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  /** Whoever reconciles more often waits for nothing. */
  static final int MAX_RECONCILIATIONS = 20_000;

  /** A killed operator is started again by Kubernetes. */
  private static final Duration RESTART = Duration.ofSeconds(4);

  private final VirtualTime time = new VirtualTime();
  private final ObjectMap objects = new ObjectMap(time);
  private final Random latencies;
  private final LoadedServers servers;
  private final SimulatedCluster cluster;
  private final WatchStreams watches;
  private final ApiServerInMemory api;
  private final OperatorConnection connection;
  private final Scenario scenario;
  private final Faults faults;
  private final Witness witness;
  private OperatorProcess operator;
  private KubernetesClient client;
  private int starts;

  Simulation(long seed, Scenario scenario, List<Fault> planned) {
    ClientTimers.of(time);
    latencies = new Random(seed);
    this.scenario = scenario;
    servers = new LoadedServers(objects, seed);
    cluster = new SimulatedCluster(objects, time, new RandomLatencies(latencies), servers);
    watches = new WatchStreams(objects, time, () -> between(2, 120));
    api = new ApiServerInMemory(objects, cluster.pods());
    connection = new OperatorConnection(api, watches, objects, time, planned);
    witness = new Witness(objects, cluster, servers, connection);
    faults = new Faults(this);
    scenario.experiments().forEach(this::create);
    faults.plan(planned);
    startOperator();
  }

  private Duration between(int minMillis, int maxMillis) {
    return Duration.ofMillis(minMillis + latencies.nextInt(maxMillis - minMillis));
  }

  private void create(ScalabilityExperiment experiment) {
    experiment.getMetadata().setUid(null);
    objects.create(ApiKind.EXPERIMENTS, Trees.read(SERIALIZATION.asJson(experiment)), false);
  }

  private void startOperator() {
    connection.revive();
    int number = ++starts;
    time.startOperator(() -> starts == number && !connection.dead());
    client = client();
    var machine =
        new SimulatedOperator.Machine(
            time, time, read -> time.afterInOperator(between(5, 400), read));
    operator =
        new OperatorProcess(
            client,
            time,
            new SimulatedOperator(
                client,
                machine,
                scenario.namespaces(),
                faults::prometheusIsDown,
                servers::coldSeconds,
                scenario.shareNodes()),
            scenario.namespaces(),
            witness);
    try {
      operator.start();
    } catch (Killed e) {
      // The loop notices it.
    }
  }

  private KubernetesClient client() {
    Config config = new ConfigBuilder(Config.empty()).build();
    config.setMasterUrl("http://simulated/");
    config.setRequestRetryBackoffLimit(0); // each failure of a request is one of a reconciliation
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new MapHttpClient.Factory(connection))
        .withKubernetesSerialization(SERIALIZATION)
        .withTaskExecutor(Runnable::run)
        .build();
  }

  /** Lets everything happen until every experiment has ended and nothing is left, or a time. */
  void run(Duration limit) {
    Instant end = VirtualTime.START.plus(limit);
    while (!witness.over() && witness.reconciliations() <= MAX_RECONCILIATIONS) {
      if (!step(end)) {
        return;
      }
    }
  }

  /** Lets everything happen that happens within a time. */
  void runFor(Duration length) {
    Instant end = time.instant().plus(length);
    while (step(end)) {
      // One after the other.
    }
  }

  private boolean step(Instant end) {
    try {
      if (!time.next(end)) {
        return false;
      }
    } catch (Killed e) {
      // Noticed below, as also when something has caught it.
    }
    if (connection.dead() && operator != null) {
      stop();
      time.after(RESTART, this::startOperator);
    }
    return true;
  }

  private void stop() {
    watches.drop();
    try {
      operator.stop();
    } catch (Killed e) {
      // It was killed.
    }
    client.close();
    operator = null;
  }

  /** The operator's process ends now. */
  void kill() {
    connection.kill();
  }

  /** The operator's process ends, and is not started again. */
  void endOperator() {
    connection.kill();
    stop();
  }

  VirtualTime time() {
    return time;
  }

  ObjectMap objects() {
    return objects;
  }

  WatchStreams watches() {
    return watches;
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  ApiServerInMemory api() {
    return api;
  }

  OperatorConnection connection() {
    return connection;
  }

  Witness witness() {
    return witness;
  }

  int starts() {
    return starts;
  }

  /** Ends it, so that nothing in the process refers to it. */
  @Override
  public void close() {
    if (operator != null) {
      stop();
    }
    ClientTimers.of(null);
  }
}
