package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** The CloudNativePG primary that every server of a trial shares. */
public record DatabaseSpec(
    @JsonPropertyDescription(
            "PostgreSQL operand image of CloudNativePG. Default: the operator's setting (PostgreSQL 17).")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("CPU limit and request, in cores. Default 1.")
        @Default("1")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription("Memory limit and request, in bytes. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription("Size of the volume, in bytes. Default 1Gi.")
        @Default("1Gi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "storage " + QuantityRules.SIZE_MESSAGE)
        Quantity storage,
    @JsonPropertyDescription("Storage class of the volume. Default: the cluster's default class.")
        @Size(max = 253)
        String storageClass,
    @JsonPropertyDescription("PostgreSQL's max_connections. Default 100.")
        @Min(10)
        @Max(10000)
        @Default("100")
        Integer maxConnections,
    @JsonPropertyDescription(
            "Labels of the nodes that the database may run on. Default scalelab.dev/role=database; {} is any node.")
        @Default("{\"scalelab.dev/role\": \"database\"}")
        Map<String, String> nodeSelector) {}
