package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** The system under test. */
public record SystemSpec(
    @JsonPropertyDescription(
            "Who makes the application servers. BuiltIn is a StatefulSet; Auto lets the operator choose, and"
                + " BuiltIn is the one that it has. The status says which was used. Default Auto.")
        @Default("Auto")
        Provisioner provisioner,
    @JsonPropertyDescription("One application server; the sweep says how many.") @Default("{}")
        ApplicationSpec application,
    @JsonPropertyDescription("The CloudNativePG primary.") @Default("{}") DatabaseSpec database,
    @JsonPropertyDescription("The HAProxy in front of the application servers.") @Default("{}")
        BalancerSpec balancer) {}
