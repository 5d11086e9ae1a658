package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Sweep;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;

/**
 * Checks the systems that variants and factors make by the rules of spec.system. The API server has
 * these rules, and knows only the system as given: each of the others is put in its place, in a dry
 * run.
 */
@ApplicationScoped
public class ResolvedSystems {
  private static final int UNPROCESSABLE = 422;

  /** Of the rules that keep a started experiment as it is, which a dry run is not to keep. */
  private static final String IMMUTABLE = "once the first trial has started";

  private final KubernetesClient client;

  public ResolvedSystems(KubernetesClient client) {
    this.client = client;
  }

  /** The rules that the first system breaks that breaks any. */
  List<Violation> violations(ScalabilityExperiment experiment, Plan plan) {
    if (Queue.started(experiment) || alreadyChecked(experiment)) {
      return List.of();
    }
    return plan.choices().stream()
        .filter(choice -> !choice.system().equals(experiment.getSpec().system()))
        .map(choice -> violations(experiment, choice))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** The rules that the system of a configuration breaks, whenever it was added. */
  List<Violation> violations(
      ScalabilityExperiment experiment, Plan plan, Configuration configuration) {
    return plan.choices().stream()
        .filter(choice -> choice.isOf(configuration))
        .filter(choice -> !choice.system().equals(experiment.getSpec().system()))
        .findFirst()
        .map(choice -> violations(experiment, choice.with(configuration.replicas())))
        .orElse(List.of());
  }

  /** One that waits for the cluster was found to keep the rules when it began to wait. */
  private static boolean alreadyChecked(ScalabilityExperiment experiment) {
    return experiment.getStatus() != null
        && experiment.getStatus().phase() == Phase.QUEUED
        && Objects.equals(
            experiment.getStatus().observedGeneration(), experiment.getMetadata().getGeneration());
  }

  private List<Violation> violations(ScalabilityExperiment experiment, Sweep.Choice choice) {
    ScalabilityExperiment resolved = new ScalabilityExperiment();
    resolved.setMetadata(
        new ObjectMetaBuilder()
            .withName(experiment.getMetadata().getName())
            .withNamespace(experiment.getMetadata().getNamespace())
            .withResourceVersion(experiment.getMetadata().getResourceVersion())
            .build());
    resolved.setSpec(experiment.getSpec().only(choice.system(), choice.replicas()));
    try {
      client.resource(resolved).dryRun().update();
      return List.of();
    } catch (KubernetesClientException refused) {
      if (refused.getCode() != UNPROCESSABLE || refused.getStatus() == null) {
        throw refused; // the next pass asks again
      }
      return violations(choice, refused.getStatus());
    }
  }

  /** The rules that the API server names; a webhook may refuse with a message alone. */
  static List<Violation> violations(Sweep.Choice choice, Status refused) {
    StatusDetails details = refused.getDetails();
    List<StatusCause> causes =
        details == null || details.getCauses() == null || details.getCauses().isEmpty()
            ? List.of(new StatusCause("spec.system", refused.getMessage(), refused.getReason()))
            : details.getCauses();
    return causes.stream()
        .filter(cause -> cause.getMessage() == null || !cause.getMessage().contains(IMMUTABLE))
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
                "^spec\\.system", "spec.variants[%s].system".formatted(choice.variant())),
            Reason.SPEC_INVALID,
            "%s: %s".formatted(choice.variant(), cause.getMessage()));
  }
}
