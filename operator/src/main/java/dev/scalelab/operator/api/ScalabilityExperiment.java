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
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Optional;

/** What to stand up, how to vary it and what load to ramp against it; its status is the answer. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("scalexp")
@JsonDeserialize(using = ScalabilityExperiment.Reader.class)
@JsonClassDescription(
    "Measures how a clustered Java application server scales: stands it up at each replica count, ramps load against it"
        + " and writes throughput, speed-up and verdict to its status.")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = Type.STRING)
@AdditionalPrinterColumn(name = "Trials", jsonPath = ".status.trials", type = Type.STRING)
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
@AdditionalPrinterColumn(name = "Verdict", jsonPath = ".status.verdict", type = Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.message",
    type = Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
public class ScalabilityExperiment
    extends CustomResource<ScalabilityExperimentSpec, ScalabilityExperimentStatus>
    implements Namespaced {

  @Required
  @JsonPropertyDescription(
      "The experiment asked for. Immutable but for deadlines, backoffLimit and cleanup.")
  @Override
  public ScalabilityExperimentSpec getSpec() {
    return super.getSpec();
  }

  @JsonPropertyDescription("What was found so far. Written by the operator alone.")
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

    /** A workload whose settings are not given has their defaults, as with {}. */
    @Override
    void complete(ObjectNode resource) {
      JsonNode workload = resource.path("spec").path("workload");
      String name = workload.path("name").asText();
      if (WorkloadName.WITH_DEFAULT_SETTINGS.contains(name) && !workload.hasNonNull(name)) {
        ((ObjectNode) workload).putObject(name);
      }
      complete(SCHEMA, resource);
    }
  }
}
