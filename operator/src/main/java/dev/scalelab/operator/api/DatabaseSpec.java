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
@ValidationRule(
    value =
        "!has(self.cpu) || isQuantity(string(self.cpu)) && quantity(string(self.cpu)).isGreaterThan(quantity('0'))",
    fieldPath = ".cpu",
    message = "cpu must be a quantity of more than zero")
@ValidationRule(
    value =
        "!has(self.memory) || isQuantity(string(self.memory)) && quantity(string(self.memory)).isGreaterThan(quantity('0'))",
    fieldPath = ".memory",
    message = "memory must be a quantity of more than zero")
@ValidationRule(
    value =
        "!has(self.storage) || isQuantity(string(self.storage)) && quantity(string(self.storage)).isGreaterThan(quantity('0'))",
    fieldPath = ".storage",
    message = "storage must be a quantity of more than zero")
public record DatabaseSpec(
    @JsonPropertyDescription(
            "PostgreSQL operand image of CloudNativePG. Default: the operator's setting (PostgreSQL 17).")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("CPU limit and request, in cores. Default 1.") @Default("1")
        Quantity cpu,
    @JsonPropertyDescription("Memory limit and request, in bytes. Default 512Mi.") @Default("512Mi")
        Quantity memory,
    @JsonPropertyDescription("Size of the volume, in bytes. Default 1Gi.") @Default("1Gi")
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
