package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Optional;

/** What to deploy, how to vary it and which load to apply; the status has the results. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("scalexp")
@JsonDeserialize(using = ScalabilityExperiment.Reader.class)
@JsonClassDescription(
    "Measures how a clustered Java application server scales: deploys it with each number of replicas,"
        + " applies increasing load and writes throughput, speed-up and verdict to its status.")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || self.spec.workload == oldSelf.spec.workload ||"
            + " has(self.spec.workload.cells) && has(oldSelf.spec.workload.cells) &&"
            + " has(self.spec.workload.cells.clients) && has(oldSelf.spec.workload.cells.clients) &&"
            + " (has(self.spec.workload.mix) ? has(oldSelf.spec.workload.mix) && self.spec.workload.mix =="
            + " oldSelf.spec.workload.mix : !has(oldSelf.spec.workload.mix)) && (has(self.spec.workload.scale) ?"
            + " has(oldSelf.spec.workload.scale) && self.spec.workload.scale == oldSelf.spec.workload.scale :"
            + " !has(oldSelf.spec.workload.scale)) && (has(self.spec.workload.cells.table) ?"
            + " has(oldSelf.spec.workload.cells.table) && self.spec.workload.cells.table =="
            + " oldSelf.spec.workload.cells.table : !has(oldSelf.spec.workload.cells.table)) &&"
            + " self.spec.workload.cells.weights == oldSelf.spec.workload.cells.weights &&"
            + " self.spec.workload.cells.keepAlive == oldSelf.spec.workload.cells.keepAlive &&"
            + " (has(self.spec.workload.cells.screen) && self.spec.workload.cells.screen) =="
            + " (has(oldSelf.spec.workload.cells.screen) && oldSelf.spec.workload.cells.screen) &&"
            + " self.spec.workload.cells.clients.map(c, c.weight) == oldSelf.spec.workload.cells.clients.map(c, c.weight) &&"
            + " self.spec.workload.cells.clients.map(c, has(c.thinkMillis) ? c.thinkMillis : 0) =="
            + " oldSelf.spec.workload.cells.clients.map(c, has(c.thinkMillis) ? c.thinkMillis : 0) &&"
            + " self.spec.workload.cells.clients.map(c, !has(c.keepAlive) || c.keepAlive) =="
            + " oldSelf.spec.workload.cells.clients.map(c, !has(c.keepAlive) || c.keepAlive)",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.workload",
    message =
        "workload is immutable once the first trial has started: results belong to the spec that gave them; apply the change"
            + " under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || self.spec.system == oldSelf.spec.system ||"
            + " self.spec.system.application == oldSelf.spec.system.application &&"
            + " self.spec.system.state == oldSelf.spec.system.state &&"
            + " self.spec.system.balancer == oldSelf.spec.system.balancer &&"
            + " has(self.spec.system.partitions) == has(oldSelf.spec.system.partitions) &&"
            + " (!has(self.spec.system.partitions) || self.spec.system.partitions == oldSelf.spec.system.partitions) &&"
            + " has(self.spec.system.tiers) == has(oldSelf.spec.system.tiers) &&"
            + " (!has(self.spec.system.tiers) || self.spec.system.tiers == oldSelf.spec.system.tiers) &&"
            + DatabaseRules.SAME,
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.system",
    message =
        "system is immutable once the first trial has started: results belong to the spec that gave them; apply the change"
            + " under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || !has(oldSelf.spec.variants) ||"
            + " has(self.spec.variants) && oldSelf.spec.variants.all(v, v in self.spec.variants)",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.variants",
    message =
        "variants may only be added once the first trial has started: results belong to the spec that gave them; apply other"
            + " changes under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || has(self.spec.sweep.order) == has(oldSelf.spec.sweep.order) &&"
            + " (!has(self.spec.sweep.order) || self.spec.sweep.order == oldSelf.spec.sweep.order) &&"
            + " oldSelf.spec.sweep.replicas.all(n, n in self.spec.sweep.replicas)",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.sweep",
    message =
        "sweep may only get more replicas, variants and values, and less exclude, once the first trial has started: results"
            + " belong to the spec that gave them; apply other changes under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || !has(self.spec.sweep.variants) ||"
            + " (has(oldSelf.spec.sweep.variants) ? oldSelf.spec.sweep.variants.all(n, n in self.spec.sweep.variants) :"
            + " 'base' in self.spec.sweep.variants && (!has(oldSelf.spec.variants) ||"
            + " oldSelf.spec.variants.all(v, v.name in self.spec.sweep.variants)))",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.sweep.variants",
    message =
        "variants may only be added once the first trial has started: results belong to the spec that gave them; apply other"
            + " changes under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || (has(self.spec.sweep.factors) ?"
            + " has(oldSelf.spec.sweep.factors) && self.spec.sweep.factors.map(f, f.setting) == oldSelf.spec.sweep.factors.map(f, f.setting) &&"
            + " oldSelf.spec.sweep.factors.all(f, self.spec.sweep.factors.exists(g, g.setting == f.setting &&"
            + " f.values.all(v, v in g.values))) : !has(oldSelf.spec.sweep.factors))",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.sweep.factors",
    message =
        "factors may only get more values, in the same order, once the first trial has started: results belong to the spec that gave them; apply"
            + " other changes under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || !has(self.spec.sweep.exclude) ||"
            + " self.spec.sweep.exclude.all(e, has(oldSelf.spec.sweep.exclude) && e in oldSelf.spec.sweep.exclude ||"
            + " has(e.replicas) && !(e.replicas in oldSelf.spec.sweep.replicas) || has(e.variant) && e.variant != 'base' &&"
            + " (!has(oldSelf.spec.variants) || !oldSelf.spec.variants.exists(v, v.name == e.variant)))",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.sweep.exclude",
    message =
        "exclude may only leave out configurations that are new once the first trial has started: results belong to the spec"
            + " that gave them")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || (has(self.spec.load.open) ?"
            + " has(oldSelf.spec.load.open) && self.spec.load.open == oldSelf.spec.load.open :"
            + " has(self.spec.load.search) ? has(oldSelf.spec.load.search) && self.spec.load.search =="
            + " oldSelf.spec.load.search : has(self.spec.load.closed) && has(oldSelf.spec.load.closed) &&"
            + " self.spec.load.closed == oldSelf.spec.load.closed) && self.spec.load.step == oldSelf.spec.load.step && self.spec.load.warmUp =="
            + " oldSelf.spec.load.warmUp && self.spec.load.repetitions >= oldSelf.spec.load.repetitions &&"
            + " self.spec.load.seed == oldSelf.spec.load.seed && self.spec.load.requestTimeoutMillis =="
            + " oldSelf.spec.load.requestTimeoutMillis && self.spec.load.generators == oldSelf.spec.load.generators",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.load",
    message =
        "load is immutable once the first trial has started, except that repetitions may be raised: results belong to the spec"
            + " that gave them; apply the change under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || !has(oldSelf.status.completionTime) ||"
            + " self.spec.sweep == oldSelf.spec.sweep && self.spec.load.repetitions == oldSelf.spec.load.repetitions &&"
            + " (has(self.spec.variants) ? has(oldSelf.spec.variants) && self.spec.variants == oldSelf.spec.variants :"
            + " !has(oldSelf.spec.variants))",
    fieldPath = ".spec.sweep",
    message =
        "sweep, variants and repetitions are immutable once the experiment has ended: apply the larger one under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || self.spec.objectives == oldSelf.spec.objectives",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.objectives",
    message =
        "objectives are immutable once the first trial has started: results belong to the spec that gave"
            + " them; apply the change under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.startTime) || (has(self.spec.disturbances) ?"
            + " has(oldSelf.spec.disturbances) && self.spec.disturbances == oldSelf.spec.disturbances :"
            + " !has(oldSelf.spec.disturbances))",
    reason = ScalabilityExperiment.IMMUTABLE,
    fieldPath = ".spec.disturbances",
    message =
        "disturbances are immutable once the first trial has started: results belong to the spec that gave them; apply the"
            + " change under a new name")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.completionTime) || (has(self.spec.diagnosis) ?"
            + " has(oldSelf.spec.diagnosis) && self.spec.diagnosis == oldSelf.spec.diagnosis : !has(oldSelf.spec.diagnosis))",
    fieldPath = ".spec.diagnosis",
    message =
        "diagnosis is immutable once the experiment has ended: nothing more is measured; apply it under a new name")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = Type.STRING)
@AdditionalPrinterColumn(name = "Trials", jsonPath = ".status.progress.trials", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Configuration",
    jsonPath = ".status.headline.configuration",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Pods", jsonPath = ".status.headline.pods", type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Throughput",
    jsonPath = ".status.headline.throughputPerSecond",
    type = Type.NUMBER)
@AdditionalPrinterColumn(
    name = "Speedup",
    jsonPath = ".status.headline.speedup",
    type = Type.NUMBER)
@AdditionalPrinterColumn(name = "P95", jsonPath = ".status.headline.p95", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Requests/s",
    jsonPath = ".status.headline.requestsPerSecond",
    type = Type.NUMBER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "BBops/min",
    jsonPath = ".status.headline.bbopsPerMinute",
    type = Type.NUMBER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Bottleneck",
    jsonPath = ".status.headline.bottleneck",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Verdict", jsonPath = ".status.verdict", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Priority",
    jsonPath = ".spec.priority",
    type = Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Estimated end",
    jsonPath = ".status.progress.estimatedCompletionTime",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Message",
    jsonPath = ".status.message",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
public class ScalabilityExperiment
    extends CustomResource<ScalabilityExperimentSpec, ScalabilityExperimentStatus>
    implements Namespaced {
  /** Reason of the rules by which a started experiment may not be changed, in the API's answers. */
  public static final String IMMUTABLE = "FieldValueForbidden";

  @Required
  @JsonPropertyDescription(
      "The experiment. Once its first trial has started, only testbedPolicy, maxInvalidRuns, timeouts, suspend, terminate,"
          + " activeDeadlineSeconds, ttlSecondsAfterFinished, priority and questions may change. Until"
          + " it ends, configurations may also be added (replicas, variants, values of factors, less exclude) and"
          + " load.repetitions raised, and diagnosis changed.")
  @Override
  public ScalabilityExperimentSpec getSpec() {
    return super.getSpec();
  }

  @JsonPropertyDescription("Results so far. Written only by the operator.")
  @Override
  public ScalabilityExperimentStatus getStatus() {
    return super.getStatus();
  }

  /** Why the spec cannot be read, with the field; it is then null. Empty when it was read. */
  @JsonIgnore
  public Optional<String> unreadableSpec() {
    return ResourceReader.unreadableSpec(this);
  }

  /** Why the status cannot be read, with the field; it is then null. Empty when it was read. */
  @JsonIgnore
  public Optional<String> unreadableStatus() {
    return ResourceReader.unreadableStatus(this);
  }

  /** Settings of its databases that are used since it started; empty before. */
  @JsonIgnore
  public List<EffectiveDatabase> recordedDatabases() {
    return getStatus() == null
            || getStatus().effective() == null
            || getStatus().effective().databases() == null
        ? List.of()
        : getStatus().effective().databases();
  }

  static final class Reader
      extends ResourceReader<
          ScalabilityExperimentSpec, ScalabilityExperimentStatus, ScalabilityExperiment> {
    private static final long serialVersionUID = 1;
    private static final CrdSchema SCHEMA = CrdSchema.own("scalabilityexperiments." + Api.GROUP);

    Reader() {
      super(
          ScalabilityExperiment.class,
          ScalabilityExperimentSpec.class,
          ScalabilityExperimentStatus.class);
    }

    @Override
    ScalabilityExperiment empty() {
      return new ScalabilityExperiment();
    }

    /** A workload without its block of settings has the defaults, as with {}. */
    @Override
    void complete(ObjectNode resource) {
      JsonNode workload = resource.path("spec").path("workload");
      String block = WorkloadType.BLOCKS.get(workload.path("type").asText());
      if (block != null && !workload.hasNonNull(block)) {
        ((ObjectNode) workload).putObject(block);
      }
      complete(SCHEMA, resource);
    }
  }
}
