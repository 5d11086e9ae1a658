package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What to stand up, how to vary it and what load to ramp against it; its status is the answer. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("scalexp")
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
}
