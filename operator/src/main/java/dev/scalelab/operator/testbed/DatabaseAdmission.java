package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ConcurrentRequests;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.Refusal;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * CloudNativePG's validation of an experiment's databases, by a dry run of each Cluster: long
 * before it is created, and even while others go first. An experiment that waits is asked about
 * once; again only if its spec has changed, or if it was refused and the last answer is a minute
 * old, since the cluster's rules may have changed.
 */
final class DatabaseAdmission {
  /** Of one experiment; a sweep of databases' settings may have thousands. */
  private static final int MAX_ASKED = 100;

  private static final int MAX_REMEMBERED = 5000;
  private static final long ASK_AGAIN = Duration.ofMinutes(1).toNanos();

  private static final int CONFLICT = 409;

  private final KubernetesClient client;
  private final DatabaseManifest manifest;
  private final LongSupplier nanoTime;
  private final Map<String, Answer> answers = RecentlySeen.map(MAX_REMEMBERED);

  DatabaseAdmission(KubernetesClient client, DatabaseManifest manifest, LongSupplier nanoTime) {
    this.client = client;
    this.manifest = manifest;
    this.nanoTime = nanoTime;
  }

  /**
   * An answer for one generation of an experiment.
   *
   * @param complete whether every database was asked about; false if a webhook could not be reached
   */
  private record Answer(
      Long generation, List<Violation> violations, boolean complete, long nanoTime) {
    boolean holds(Long current, long now) {
      boolean settled = violations.isEmpty() && complete;
      return Objects.equals(generation, current) && (settled || now - nanoTime < ASK_AGAIN);
    }
  }

  /** Every database that is refused, with the message of the API server or its webhook. */
  List<Violation> violations(ScalabilityExperiment e, Plan plan) {
    Long generation = e.getMetadata().getGeneration();
    Answer known = answers.get(e.getMetadata().getUid());
    if (known == null || !known.holds(generation, nanoTime.getAsLong())) {
      known = ask(e, plan, generation);
      answers.put(e.getMetadata().getUid(), known);
    }
    return known.violations();
  }

  private Answer ask(ScalabilityExperiment e, Plan plan, Long generation) {
    Map<GenericKubernetesResource, String> clusters = new LinkedHashMap<>();
    for (Configuration system : plan.systems()) {
      for (Database database : system.databases()) {
        if (clusters.size() < MAX_ASKED) {
          clusters.putIfAbsent(
              manifest.cluster(e, system, database), system.field(database.field()));
        }
      }
    }
    AtomicBoolean complete = new AtomicBoolean(true);
    List<Violation> refused =
        ConcurrentRequests.map(
                clusters.entrySet(),
                cluster -> violation(cluster.getKey(), cluster.getValue(), complete))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return new Answer(generation, refused, complete.get(), nanoTime.getAsLong());
  }

  private Optional<Violation> violation(
      GenericKubernetesResource cluster, String field, AtomicBoolean complete) {
    try {
      return refusal(cluster).map(message -> new Violation(field, Reason.REFUSED, message));
    } catch (KubernetesClientException unanswered) {
      complete.set(false); // reported when the database is created
      return Optional.empty();
    }
  }

  /** Why it would not be created; a Cluster that exists is not validated. */
  private Optional<String> refusal(GenericKubernetesResource cluster) {
    try {
      client
          .genericKubernetesResources(DatabaseManifest.RESOURCE)
          .inNamespace(cluster.getMetadata().getNamespace())
          .resource(cluster)
          .dryRun()
          .create();
      return Optional.empty();
    } catch (KubernetesClientException e) {
      Optional<Refusal> refusal = Refusal.of(e);
      if (refusal.isEmpty() && e.getCode() == CONFLICT) {
        return Optional.empty();
      }
      if (refusal.isEmpty() || refusal.get().isUndecided()) {
        throw e;
      }
      // While others go first they may use a quota: that is checked when it is its turn.
      boolean later = refusal.get().isQuota() || refusal.get().isOfDryRun();
      return later ? Optional.empty() : refusal.map(Refusal::message);
    }
  }
}
