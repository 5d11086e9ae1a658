package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ConcurrentRequests;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Checks by a dry run whether the API server would admit the objects of each tier, and one pod of
 * each as its controller would create it: quotas, limit ranges, pod security, policies and webhooks
 * reject them with their own messages. Limits on several pods together are reported by Kubernetes'
 * events once they are created. What is allowed is not asked again for a minute.
 */
final class Admission {
  private static final int CONFLICT = 409;

  /** Objects with a pod, of one experiment; a sweep may have thousands that differ. */
  private static final int MAX_ASKED = 100;

  /** Asked in one reconciliation, and those of the same system. */
  private static final int AT_A_TIME = 8;

  private static final int MAX_REMEMBERED = 500;
  private static final long ASK_AGAIN = Duration.ofMinutes(1).toNanos();

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
   * has one; some of the systems at each call. What differs from the first hundred objects is
   * reported when it is created.
   */
  Checked violations(ScalabilityExperiment e, Plan plan) {
    Allowed allowed = allowed(e);
    if (allowed.all) {
      return Checked.PASSED;
    }
    Set<UUID> seen = new HashSet<>();
    Map<UUID, Question> next = new LinkedHashMap<>();
    for (Configuration c : plan.systems()) {
      if (next.size() >= AT_A_TIME) {
        break;
      }
      topology.of(c).stream()
          .flatMap(component -> component.probes(e, c).stream())
          .forEach(probe -> ask(new Question(c, probe), seen, allowed, next));
    }
    List<Violation> found = ask(next, allowed);
    if (!found.isEmpty()) {
      return Checked.found(found);
    }
    allowed.all = next.size() < AT_A_TIME;
    return allowed.all ? Checked.PASSED : Checked.INCOMPLETE;
  }

  /** Whether a system's object would be admitted. */
  private record Question(Configuration system, AdmissionProbe probe) {}

  /** Asks about a shape that was not seen before in this plan, nor allowed lately. */
  private void ask(Question question, Set<UUID> seen, Allowed allowed, Map<UUID, Question> next) {
    UUID shape = UUID.nameUUIDFromBytes(shape(question).getBytes(StandardCharsets.UTF_8));
    if (seen.size() < MAX_ASKED && seen.add(shape) && !allowed.shapes.contains(shape)) {
      next.put(shape, question);
    }
  }

  /** The violations of the first system that has any. */
  private List<Violation> ask(Map<UUID, Question> questions, Allowed allowed) {
    Map<Configuration, Set<Violation>> found = new LinkedHashMap<>();
    Iterator<List<Violation>> answer =
        ConcurrentRequests.map(questions.values(), this::check).iterator();
    questions.forEach(
        (shape, question) -> {
          List<Violation> violations = answer.next();
          if (violations.isEmpty()) {
            allowed.shapes.add(shape);
          } else {
            found
                .computeIfAbsent(question.system(), system -> new LinkedHashSet<>())
                .addAll(violations);
          }
        });
    return found.values().stream().findFirst().map(List::copyOf).orElse(List.of());
  }

  private Allowed allowed(ScalabilityExperiment e) {
    long now = nanoTime.getAsLong();
    return remembered.compute(
        e.getMetadata().getUid() + "/" + e.getMetadata().getGeneration(),
        (key, known) -> known == null || now - known.since >= ASK_AGAIN ? new Allowed(now) : known);
  }

  /**
   * What is the same for several systems is checked once: names, hashes and variables of the
   * environment differ in each, and admission does not depend on them.
   */
  private String shape(Question question) {
    Configuration c = question.system();
    AdmissionProbe probe = question.probe();
    HasMetadata compared =
        probe.guess() == null ? ControlledPod.of(probe.workload()).orElseThrow() : probe.workload();
    if (compared instanceof Pod pod) {
      pod.getSpec().getContainers().forEach(container -> container.setEnv(null));
    }
    return (probe.field()
            + probe.workload().getKind()
            + client.getKubernetesSerialization().asJson(compared))
        .replace(c.hash(), "")
        .replace(c.name(), "")
        .replace(c.layout(), "");
  }

  private List<Violation> check(Question question) {
    AdmissionProbe probe = question.probe();
    return (probe.guess() == null ? refusal(probe) : refusalByOperator(probe))
        .map(found -> violation(question.system(), probe, found)).stream().toList();
  }

  /** What the API server makes of the object may differ from its manifest, by mutating webhooks. */
  private Optional<Refusal> refusal(AdmissionProbe probe) {
    AtomicReference<HasMetadata> made = new AtomicReference<>(probe.workload());
    return refusalOf(() -> made.set(client.resource(probe.workload()).dryRun().create()))
        .or(() -> ControlledPod.of(made.get()).flatMap(this::refusal));
  }

  /**
   * An object of another operator, which its webhooks validate, and its pod as far as it is known.
   * A denial of that pod is no proof; if the real one is denied too, its operator's message ends
   * the trial.
   */
  private Optional<Refusal> refusalByOperator(AdmissionProbe probe) {
    Resource<HasMetadata> stored = client.resource(probe.workload());
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
      return refusal.filter(found -> !found.isOfDryRun());
    }
  }

  /** What a refusal of an object means. */
  static Violation violation(Configuration system, AdmissionProbe probe, Refusal refused) {
    String field = system.field(probe.field());
    if (refused.isUnknownField()) {
      return new Violation(
          field, Reason.PROVISIONER_OUTDATED, outdated(system, probe) + refused.message());
    }
    Reason reason = refused.isQuota() ? Reason.QUOTA_TOO_SMALL : Reason.REFUSED;
    return new Violation(field, reason, refused.message());
  }

  private static String outdated(Configuration system, AdmissionProbe probe) {
    String instead =
        probe.provisioner() == null
            ? ""
            : ", or set %s to StatefulSet".formatted(system.field(probe.provisioner()));
    return "the %s of this cluster does not have a field that ScaleLab sets; upgrade its operator with its CRD%s: "
        .formatted(probe.workload().getApiVersion() + " " + probe.workload().getKind(), instead);
  }
}
