package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.Events;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the state of databases from what CloudNativePG has created for them. */
final class DatabaseStates {
  /** It creates a Job for each instance, one after the other. */
  private static final long MAX_JOBS = 5;

  private final KubernetesClient client;
  private final Events events;
  private final EndedContainers ended;

  DatabaseStates(KubernetesClient client, Events events, EndedContainers ended) {
    this.client = client;
    this.events = events;
    this.ended = ended;
  }

  /** Whether the database accepts connections. */
  Readiness of(ScalabilityExperiment e, Database one) {
    String namespace = e.getMetadata().getNamespace();
    var cluster =
        client
            .genericKubernetesResources(DatabaseManifest.RESOURCE)
            .inNamespace(namespace)
            .withName(one.cluster())
            .get();
    return ComponentPods.notOwned(e, cluster, Reason.DATABASE_NOT_READY)
        .orElseGet(
            () ->
                new DatabaseReadiness(
                        cluster,
                        () -> ended.withLastWords(pods(namespace, one.cluster())),
                        () -> warning(cluster))
                    .readiness());
  }

  private List<Pod> pods(String namespace, String cluster) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(DatabaseManifest.CLUSTER_LABEL, cluster)
        .list()
        .getItems();
  }

  /** CloudNativePG creates Jobs, and these create pods: each reports what it cannot create. */
  private Optional<String> warning(HasMetadata cluster) {
    List<Job> jobs =
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(cluster.getMetadata().getNamespace())
            .withLabel(DatabaseManifest.CLUSTER_LABEL, cluster.getMetadata().getName())
            .list(new ListOptionsBuilder().withLimit(MAX_JOBS).build())
            .getItems();
    // An earlier Job's warning may be past: the latest of all is about what keeps it waiting now.
    return Stream.concat(jobs.stream(), Stream.of(cluster))
        .flatMap(object -> events.latest(object).stream())
        .max(Comparator.comparing(Events.Warning::lastSeen))
        .map(Events.Warning::words);
  }
}
