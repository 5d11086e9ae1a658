package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The image that the pods of a tier ran when it was first used. */
public record TierImage(
    @JsonPropertyDescription("application, balancer, cache, database, load or supplier.")
        String tier,
    @JsonPropertyDescription("Image as the experiment or the chart names it.") String image,
    @JsonPropertyDescription(
            "What the node ran for that name: repository@sha256:..., to which later testbeds are pinned, or only sha256:... of an image"
                + " that was loaded into the node without a registry.")
        String digest)
    implements OmitsNulls {}
