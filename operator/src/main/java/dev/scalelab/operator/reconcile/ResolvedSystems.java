package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Sweep;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ConcurrentRequests;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.testbed.Checked;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Validates what variants and factors make of the spec by its rules. The API server applies these
 * only to the spec as given: each of the others replaces it in a dry run.
 */
@ApplicationScoped
public class ResolvedSystems {
  private static final int UNPROCESSABLE = 422;

  /** Asked in one reconciliation. */
  private static final int AT_A_TIME = 8;

  private final KubernetesClient client;

  /** Number of systems that are valid, the first ones, by the experiment's uid and generation. */
  private final Map<String, Integer> valid = RecentlySeen.map();

  public ResolvedSystems(KubernetesClient client) {
    this.client = client;
  }

  /** Violations of the first system that has any; some of the systems at each call. */
  Checked violations(ScalabilityExperiment experiment, Plan plan) {
    if (Queue.started(experiment) || alreadyChecked(experiment)) {
      return Checked.PASSED;
    }
    List<Sweep.Choice> all =
        plan.choices().stream().filter(choice -> !choice.isAsGiven(experiment.getSpec())).toList();
    String key = experiment.getMetadata().getUid() + "/" + experiment.getMetadata().getGeneration();
    int begin = Math.min(valid.getOrDefault(key, 0), all.size());
    int end = Math.min(begin + AT_A_TIME, all.size());
    List<Violation> found =
        ConcurrentRequests.map(all.subList(begin, end), choice -> violations(experiment, choice))
            .stream()
            .filter(violations -> !violations.isEmpty())
            .findFirst()
            .orElse(List.of());
    if (!found.isEmpty()) {
      return Checked.found(found);
    }
    valid.put(key, end);
    return end == begin ? Checked.PASSED : Checked.INCOMPLETE; // other rules come next time
  }

  /** Violations of the system of a configuration, at whatever time it was added. */
  List<Violation> violations(
      ScalabilityExperiment experiment, Plan plan, Configuration configuration) {
    return plan.choices().stream()
        .filter(choice -> choice.isOf(configuration))
        .filter(choice -> !choice.isAsGiven(experiment.getSpec()))
        .findFirst()
        .map(choice -> violations(experiment, choice.with(configuration.replicas())))
        .orElse(List.of());
  }

  /** An experiment that waits for the cluster was already validated when it began to wait. */
  static boolean alreadyChecked(ScalabilityExperiment experiment) {
    return experiment.getStatus() != null
        && experiment.getStatus().phase() == Phase.QUEUED
        && Objects.equals(
            experiment.getStatus().observedGeneration(), experiment.getMetadata().getGeneration());
  }

  private List<Violation> violations(ScalabilityExperiment experiment, Sweep.Choice choice) {
    try {
      return violations(experiment, choice, experiment.getMetadata().getResourceVersion());
    } catch (KubernetesClientException refused) {
      if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw refused;
      }
      // Its labels or its status have changed since it was read; the systems depend on its spec.
      ScalabilityExperiment now = client.resource(experiment).get();
      if (now == null
          || !Objects.equals(
              now.getMetadata().getGeneration(), experiment.getMetadata().getGeneration())) {
        throw refused;
      }
      return violations(experiment, choice, now.getMetadata().getResourceVersion());
    }
  }

  private List<Violation> violations(
      ScalabilityExperiment experiment, Sweep.Choice choice, String resourceVersion) {
    ScalabilityExperiment resolved = new ScalabilityExperiment();
    resolved.setMetadata(
        new ObjectMetaBuilder()
            .withName(experiment.getMetadata().getName())
            .withNamespace(experiment.getMetadata().getNamespace())
            .withResourceVersion(resourceVersion)
            .build());
    resolved.setSpec(choice.spec());
    try {
      client.resource(resolved).dryRun().update();
      return List.of();
    } catch (KubernetesClientException refused) {
      if (refused.getCode() != UNPROCESSABLE || refused.getStatus() == null) {
        throw refused; // the next reconciliation checks again
      }
      return violations(choice, refused.getStatus());
    }
  }

  /** The rules in the API server's response; a webhook may reject with only a message. */
  static List<Violation> violations(Sweep.Choice choice, Status refused) {
    StatusDetails details = refused.getDetails();
    List<StatusCause> causes =
        details == null || details.getCauses() == null || details.getCauses().isEmpty()
            ? List.of(new StatusCause("spec.system", refused.getMessage(), refused.getReason()))
            : details.getCauses();
    return causes.stream()
        // The dry run changes a started experiment, which is only forbidden to users.
        .filter(cause -> !ScalabilityExperiment.IMMUTABLE.equals(cause.getReason()))
        .map(cause -> violation(choice, cause))
        .toList();
  }

  private static Violation violation(Sweep.Choice choice, StatusCause cause) {
    boolean factors = !choice.factors().isEmpty();
    String field = cause.getField() == null ? "spec" : cause.getField();
    return factors
        ? new Violation(
            "spec.sweep.factors",
            Reason.SPEC_INVALID,
            "%s: %s: %s"
                .formatted(
                    Names.systemText(choice.variant(), choice.factors()),
                    field,
                    cause.getMessage()))
        : new Violation(
            field.replaceFirst(
                "^spec\\.(system|workload|load)\\b",
                "spec.variants[%s].$1".formatted(choice.variant())),
            Reason.SPEC_INVALID,
            "%s: %s".formatted(choice.variant(), cause.getMessage()));
  }
}
