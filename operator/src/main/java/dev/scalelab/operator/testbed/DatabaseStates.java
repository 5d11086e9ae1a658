package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedKind;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.platform.WatchedObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the state of databases from what CloudNativePG has created for them. */
final class DatabaseStates {
  /** It creates a Job for each instance, one after the other. */
  private static final long MAX_JOBS = 5;

  private static final WatchedKind<GenericKubernetesResource> CLUSTERS =
      WatchedKind.of(DatabaseManifest.RESOURCE);

  private final WatchedObjects objects;
  private final WarningReader events;
  private final EndedContainers ended;

  DatabaseStates(WatchedObjects objects, WarningReader events, EndedContainers ended) {
    this.objects = objects;
    this.events = events;
    this.ended = ended;
  }

  /** Whether the database accepts connections. */
  Readiness of(ScalabilityExperiment e, Database one) {
    String namespace = e.getMetadata().getNamespace();
    var cluster = objects.get(CLUSTERS, namespace, one.cluster());
    return ComponentPods.notOwned(e, cluster, Reason.DATABASE_NOT_READY)
        .orElseGet(
            () ->
                new DatabaseReadiness(
                        cluster,
                        () -> ended.withLogTail(pods(namespace, one.cluster())),
                        () -> warning(cluster))
                    .readiness());
  }

  private List<Pod> pods(String namespace, String cluster) {
    return objects.list(
        WatchedKinds.PODS, namespace, Map.of(DatabaseManifest.CLUSTER_LABEL, cluster));
  }

  /** CloudNativePG creates Jobs, and these create pods: each reports what it cannot create. */
  private Optional<String> warning(HasMetadata cluster) {
    List<Job> jobs =
        objects.list(
            WatchedKinds.JOBS,
            cluster.getMetadata().getNamespace(),
            Map.of(DatabaseManifest.CLUSTER_LABEL, cluster.getMetadata().getName()));
    // An earlier Job's warning may be past: the latest of all is about what keeps it waiting now.
    return Stream.concat(jobs.stream().limit(MAX_JOBS), Stream.of(cluster))
        .flatMap(object -> events.latest(object).stream())
        .max(Comparator.comparing(WarningReader.Warning::lastSeen))
        .map(WarningReader.Warning::message);
  }
}
