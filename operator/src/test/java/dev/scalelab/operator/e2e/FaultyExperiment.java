package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A small experiment with a fault, and how it ended. */
abstract class FaultyExperiment {
  /** One small server, one short step; each test adds its fault. */
  static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec:
        workload: {scale: 1}
        system:
          application: {cpu: 500m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: [-XX:TieredStopAtLevel=1]%s}
          # Three experiments at a time have to fit on nodes of two cores.
          databases: [{name: main, cpu: 300m}]
          balancer: {cpu: 100m}
        sweep: {replicas: [1]}
        load: {open: {rates: [5]}, step: {seconds: 20, settleSeconds: 5, rampSeconds: 2}, warmUp: {maxSeconds: 0}, repetitions: 1%s, generators: {cpu: 400m}}
        timeouts: {serversSeconds: %d, jobSeconds: 120}
        maxInvalidRuns: 0
      """;

  final Cluster cluster = new Cluster();
  String name;

  @AfterEach
  void deleteIt() {
    cluster.delete(name);
    assertThat(cluster.children(name)).isEmpty();
    cluster.close();
  }

  void awaitLoad(String job) {
    cluster.until(
        cluster.job(job),
        found ->
            found.getStatus() != null && Integer.valueOf(1).equals(found.getStatus().getReady()),
        10);
  }

  void apply(String experiment, String application, String load, int serversSeconds) {
    name = experiment;
    cluster.apply(MANIFEST.formatted(experiment, application, load, serversSeconds));
  }

  ScalabilityExperiment run(
      String experiment, String application, String load, int serversSeconds) {
    apply(experiment, application, load, serversSeconds);
    return cluster.awaitFinished(experiment, 12);
  }

  List<String> events() {
    return cluster
        .client()
        .v1()
        .events()
        .inNamespace(Cluster.NAMESPACE)
        .withField("involvedObject.name", name)
        .list()
        .getItems()
        .stream()
        .map(event -> event.getReason())
        .toList();
  }

  static Condition finished(ScalabilityExperiment experiment) {
    return condition(experiment, "Finished").orElseThrow();
  }

  /** Why it is not accepted: its spec can never run, or the cluster does not allow it now. */
  static Optional<Condition> refusal(ScalabilityExperiment experiment) {
    return condition(experiment, "Accepted")
        .filter(condition -> condition.getStatus().equals("False"));
  }

  private static Optional<Condition> condition(ScalabilityExperiment experiment, String type) {
    List<Condition> conditions = experiment.getStatus().conditions();
    return conditions == null
        ? Optional.empty()
        : conditions.stream().filter(one -> one.getType().equals(type)).findFirst();
  }
}
