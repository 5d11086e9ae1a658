package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
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
import java.util.Optional;

/** One configuration of an experiment, measured: its runs, their steps and the steps' evidence. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("scaltrial")
@JsonDeserialize(using = ScalabilityTrial.Reader.class)
@JsonClassDescription(
    "One configuration of a ScalabilityExperiment, measured: its runs, their steps and the evidence of each step."
        + " Made by the operator.")
@AdditionalPrinterColumn(
    name = "Experiment",
    jsonPath = ".spec.experiment",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = Type.STRING)
@AdditionalPrinterColumn(name = "Pods", jsonPath = ".spec.replicas", type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Runs", jsonPath = ".status.progress.runs", type = Type.STRING)
@AdditionalPrinterColumn(name = "Step", jsonPath = ".status.progress.step", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Throughput",
    jsonPath = ".status.progress.throughputPerSecond",
    type = Type.NUMBER)
@AdditionalPrinterColumn(name = "P95", jsonPath = ".status.progress.p95", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Bottleneck",
    jsonPath = ".status.progress.bottleneck",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Reason", jsonPath = ".status.reason", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Message",
    jsonPath = ".status.message",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
public class ScalabilityTrial extends CustomResource<ScalabilityTrialSpec, ScalabilityTrialStatus>
    implements Namespaced {

  @Required
  @JsonPropertyDescription("The configuration to measure. Immutable.")
  @ValidationRule(value = "self == oldSelf", message = "a trial's spec is immutable")
  @Override
  public ScalabilityTrialSpec getSpec() {
    return super.getSpec();
  }

  @JsonPropertyDescription("Results. Written only by the operator.")
  @Override
  public ScalabilityTrialStatus getStatus() {
    return super.getStatus();
  }

  /** Why spec or status cannot be read, with the field; empty when both were read. */
  @JsonIgnore
  public Optional<String> unreadable() {
    return ResourceReader.unreadableSpec(this).or(() -> ResourceReader.unreadableStatus(this));
  }

  static final class Reader
      extends ResourceReader<ScalabilityTrialSpec, ScalabilityTrialStatus, ScalabilityTrial> {
    private static final long serialVersionUID = 1;
    private static final CrdSchema SCHEMA = CrdSchema.own("scalabilitytrials." + Api.GROUP);

    Reader() {
      super(ScalabilityTrial.class, ScalabilityTrialSpec.class, ScalabilityTrialStatus.class);
    }

    @Override
    ScalabilityTrial empty() {
      return new ScalabilityTrial();
    }

    @Override
    void complete(ObjectNode resource) {
      complete(SCHEMA, resource);
    }
  }
}
