package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.Refusal;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Checks by a dry run whether the API server would admit the objects of each tier, and one pod of
 * each as its controller would create it: quotas, limit ranges, pod security, policies and webhooks
 * reject them with their own messages. Limits on several pods together are reported by Kubernetes'
 * events once they are created. What is allowed is not asked again for a minute.
 */
final class Admission {
  private static final int CONFLICT = 409;
  private static final String QUOTA = "exceeded quota";

  /** Objects with a pod, of one experiment; a sweep may have thousands that differ. */
  private static final int MAX_ASKED = 100;

  private static final int MAX_REMEMBERED = 500;
  private static final long ASK_AGAIN = Duration.ofMinutes(1).toNanos();

  /** The response for a webhook that does not support dry runs. */
  static final String NO_DRY_RUN = "does not support dry run";

  private final KubernetesClient client;
  private final Topology topology;
  private final LongSupplier nanoTime;

  /** By the experiment's uid and generation. */
  private final Map<String, Allowed> remembered = RecentlySeen.map(MAX_REMEMBERED);

  /** What the API server allowed in the last minute. */
  private static final class Allowed {
    private final long since;
    private final Set<UUID> shapes = new HashSet<>();
    private boolean all;

    Allowed(long since) {
      this.since = since;
    }
  }

  Admission(KubernetesClient client, Topology topology, LongSupplier nanoTime) {
    this.client = client;
    this.topology = topology;
    this.nanoTime = nanoTime;
  }

  /**
   * Every tier whose objects or pods would not be admitted, in the first of the plan's systems that
   * has one. What differs from the first hundred objects is reported when it is created.
   */
  List<Violation> violations(ScalabilityExperiment e, Plan plan) {
    Allowed allowed = allowed(e);
    if (allowed.all) {
      return List.of();
    }
    Set<UUID> seen = new HashSet<>();
    for (Configuration c : plan.systems()) {
      List<Violation> found =
          topology.of(c).stream()
              .flatMap(component -> component.probes(e, c).stream())
              .flatMap(probe -> once(shape(c, probe), seen, allowed, () -> check(c, probe)))
              .distinct()
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
      if (seen.size() >= MAX_ASKED) {
        break;
      }
    }
    allowed.all = true;
    return List.of();
  }

  private Allowed allowed(ScalabilityExperiment e) {
    long now = nanoTime.getAsLong();
    return remembered.compute(
        e.getMetadata().getUid() + "/" + e.getMetadata().getGeneration(),
        (key, known) -> known == null || now - known.since >= ASK_AGAIN ? new Allowed(now) : known);
  }

  /** The violations of a shape that was not seen before in this plan, nor allowed lately. */
  private static Stream<Violation> once(
      String shape, Set<UUID> seen, Allowed allowed, Supplier<List<Violation>> check) {
    UUID id = UUID.nameUUIDFromBytes(shape.getBytes(StandardCharsets.UTF_8));
    if (seen.size() >= MAX_ASKED || !seen.add(id) || allowed.shapes.contains(id)) {
      return Stream.empty();
    }
    List<Violation> found = check.get();
    if (found.isEmpty()) {
      allowed.shapes.add(id);
    }
    return found.stream();
  }

  /**
   * What is the same for several systems is checked once: names, hashes and variables of the
   * environment differ in each, and admission does not depend on them.
   */
  private String shape(Configuration c, AdmissionProbe probe) {
    HasMetadata compared =
        probe.guess() == null ? ControlledPod.of(probe.maker()).orElseThrow() : probe.maker();
    if (compared instanceof Pod pod) {
      pod.getSpec().getContainers().forEach(container -> container.setEnv(null));
    }
    return (probe.field()
            + probe.maker().getKind()
            + client.getKubernetesSerialization().asJson(compared))
        .replace(c.hash(), "")
        .replace(c.name(), "")
        .replace(c.layout(), "");
  }

  private List<Violation> check(Configuration c, AdmissionProbe probe) {
    String field = c.field(probe.field());
    return (probe.guess() == null ? refusal(probe) : refusalByOperator(probe))
        .map(found -> violation(field, found)).stream().toList();
  }

  /** What the API server makes of the object may differ from its manifest, by mutating webhooks. */
  private Optional<Refusal> refusal(AdmissionProbe probe) {
    AtomicReference<HasMetadata> made = new AtomicReference<>(probe.maker());
    return refusalOf(() -> made.set(client.resource(probe.maker()).dryRun().create()))
        .or(() -> ControlledPod.of(made.get()).flatMap(this::refusal));
  }

  /**
   * An object of another operator, which its webhooks validate, and its pod as far as it is known.
   * A denial of that pod is no proof; if the real one is denied too, its operator's words end the
   * trial.
   */
  private Optional<Refusal> refusalByOperator(AdmissionProbe probe) {
    Resource<HasMetadata> stored = client.resource(probe.maker());
    if (stored.get() != null) {
      return Optional.empty();
    }
    return refusalOf(() -> stored.dryRun().fieldValidation(Validation.STRICT).create())
        .or(
            () ->
                refusal(probe.guess())
                    .filter(found -> found.kind() == Refusal.Kind.NOT_NOW && !found.isUndecided()));
  }

  private Optional<Refusal> refusal(HasMetadata object) {
    return refusalOf(() -> client.resource(object).dryRun().create());
  }

  /**
   * Why the API server refuses a request. Empty if it accepts it, if the object exists, or if it
   * cannot know; what is no answer at all, as at an overloaded API server, is tried again.
   */
  private static Optional<Refusal> refusalOf(Runnable request) {
    try {
      request.run();
      return Optional.empty();
    } catch (KubernetesClientException e) {
      Optional<Refusal> refusal = Refusal.of(e);
      if (refusal.isEmpty() && e.getCode() != CONFLICT) {
        throw e;
      }
      return refusal.filter(found -> !found.words().contains(NO_DRY_RUN));
    }
  }

  private static Violation violation(String field, Refusal refused) {
    if (refused.isUnknownField()) {
      return new Violation(
          field,
          Reason.PROVISIONER_OUTDATED,
          "the cluster's version lacks a field that ScaleLab sets: " + refused.words());
    }
    Reason reason = refused.words().contains(QUOTA) ? Reason.QUOTA_TOO_SMALL : Reason.REFUSED;
    return new Violation(field, reason, refused.words());
  }
}
