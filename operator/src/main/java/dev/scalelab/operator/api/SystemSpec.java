package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** The system under test. */
public record SystemSpec(
    @JsonPropertyDescription(
            "Who makes the application servers: BuiltIn (a StatefulSet), or Auto (default), which takes another"
                + " provisioner where its operator is installed and knows the settings asked for, else BuiltIn. The"
                + " status says which was used.")
        @Default("Auto")
        Provisioner provisioner,
    @JsonPropertyDescription("One application server; the sweep says how many.") @Default("{}")
        ApplicationSpec application,
    @JsonPropertyDescription("The CloudNativePG primary.") @Default("{}") DatabaseSpec database,
    @JsonPropertyDescription("The HAProxy in front of the application servers.") @Default("{}")
        BalancerSpec balancer) {}
