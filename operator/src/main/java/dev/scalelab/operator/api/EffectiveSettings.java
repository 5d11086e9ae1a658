package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** Settings that ScaleLab chose because the spec does not give them. */
public record EffectiveSettings(
    @JsonPropertyDescription("Size of the dataset, as workload.scale; absent without a database.")
        Integer scale,
    @JsonPropertyDescription("Each database; absent without a database.") @Size(max = 100)
        List<EffectiveDatabase> databases,
    @JsonPropertyDescription("Each of workload.cells.clients; absent without.") @Size(max = 20)
        List<CellsSpec.Client> clients,
    @JsonPropertyDescription(
            "The images that the first testbed ran; later ones run the same, whatever their tags point to by then.")
        @Size(max = 100)
        List<TierImage> images,
    @JsonPropertyDescription(
            "Who creates the servers of the system as given, as application; and those of each variant in which it is another,"
                + " as application[VARIANT]; in the same way who creates the Infinispan servers, as state.")
        @Size(max = 202)
        Map<String, Provisioner> provisioners,
    @JsonPropertyDescription("Why that is what Auto means here; absent without Auto.")
        @Size(max = 1024)
        String provisionerReason,
    @JsonPropertyDescription("Response time limits of the objectives.") @Size(max = 20)
        List<ResponseTimeObjective> responseTimes)
    implements OmitsNulls {}
