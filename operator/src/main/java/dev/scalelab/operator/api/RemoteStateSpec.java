package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The Infinispan servers on which the application keeps its state. */
@RecordBuilder
public record RemoteStateSpec(
    @JsonPropertyDescription(
            "What creates them: Infinispan (a resource of the Infinispan operator), StatefulSet, or Auto: Infinispan where its"
                + " CRD is served, otherwise StatefulSet. Default Auto.")
        @Default("Auto")
        @ValidationRule(
            value = "self != 'WildFlyServer'",
            message = "provisioner must be Auto, StatefulSet or Infinispan")
        Provisioner provisioner,
    @JsonPropertyDescription("Number of servers. Default 2.") @Min(1) @Max(10) @Default("2")
        Integer replicas,
    @JsonPropertyDescription("CPU limit and request of each, in cores. Default 500m.")
        @Default("500m")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory limit and request of each, in bytes; half of it is heap. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Container image. Default: the chart's, or with Infinispan the one of its operator.")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("Where and how their pods run.") PodSettings pod)
    implements OmitsNulls, RemoteStateSpecBuilder.With {

  /** As with store Remote and no settings. */
  public static final RemoteStateSpec USUAL =
      new RemoteStateSpec(null, null, null, null, null, null);

  public RemoteStateSpec {
    provisioner = provisioner == null ? Provisioner.AUTO : provisioner;
    replicas = replicas == null ? (Integer) 2 : replicas;
    cpu = cpu == null ? new Quantity("500m") : cpu;
    memory = memory == null ? new Quantity("512Mi") : memory;
  }
}
