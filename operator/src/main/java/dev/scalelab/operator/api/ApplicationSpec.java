package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/**
 * One application server pod. Its rule allows for absent fields: the API server checks it on the
 * default {} before it fills in the fields' own defaults.
 */
@ValidationRule(
    value =
        "!has(self.heap) || !has(self.memory)"
            + " || !isQuantity(string(self.heap)) || !isQuantity(string(self.memory))"
            + " || quantity(string(self.heap)).isLessThan(quantity(string(self.memory)))",
    fieldPath = ".memory",
    message = "memory must be more than heap: the server also needs memory outside its heap")
public record ApplicationSpec(
    @JsonPropertyDescription("Container image. Default: the operator's own benchmark application.")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription(
            "CPU limit and request of each server while it is measured, in cores (300m is 0.3). Default 1.")
        @Default("1")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "CPU limit of each server while it starts and warms up, where the cluster can resize pods in place; it is"
                + " brought to cpu before anything is measured. Not more than cpu switches this off. Default 2.")
        @Default("2")
        @ValidationRule(
            value = QuantityRules.CPU,
            message = "startupCpu " + QuantityRules.CPU_MESSAGE)
        Quantity startupCpu,
    @JsonPropertyDescription(
            "Memory limit and request of each server, in bytes (1Gi). Default 1Gi.")
        @Default("1Gi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Heap of each server (-Xms and -Xmx), in bytes; less than memory. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(value = QuantityRules.SIZE, message = "heap " + QuantityRules.SIZE_MESSAGE)
        Quantity heap,
    @JsonPropertyDescription(
            "More options for each server's Java virtual machine, separated by white space. Each arrives as written: quotes,"
                + " $ and * are characters like any other. A garbage collector among them (-XX:+UseZGC) takes the place of"
                + " ScaleLab's choice. Default: none.")
        @Size(max = 1024)
        @ValidationRule(
            value =
                "!self.matches(r'(^|\\s)-(Xm[sx]|m[sx][0-9]|XX:((Max|Min|Initial)(HeapSize|RAM)|[+]AggressiveHeap))')",
            message =
                "javaOptions must not set the heap (-Xmx, -Xms, -XX:MaxRAMPercentage and the like): use"
                    + " system.application.heap")
        @ValidationRule(
            value = "!self.matches(r'(^|\\s)-XX:ActiveProcessorCount')",
            message =
                "javaOptions must not set the processors (-XX:ActiveProcessorCount): use system.application.cpu")
        @ValidationRule(
            value =
                "['Serial', 'Parallel', 'G1', 'Z', 'Shenandoah', 'Epsilon'].filter(collector,"
                    + " self.matches(r'(^|\\s)-XX:[+]Use' + collector + r'GC(\\s|$)')).size() <= 1",
            message = "javaOptions must not name two garbage collectors")
        String javaOptions,
    @JsonPropertyDescription(
            "Most JDBC connections of each server; one more asks whether the database answers. Default 20.")
        @Min(1)
        @Max(1000)
        @Default("20")
        Integer connectionPoolSize,
    @JsonPropertyDescription(
            "Copies of each web session and each stateful bean in the cluster, each with another server (Infinispan's"
                + " owners). 1: not replicated, a lost server's sessions are lost. Default 2.")
        @Min(1)
        @Max(10)
        @Default("2")
        Integer sessionCopies,
    @JsonPropertyDescription(
            "Whether each server has the page /page/, from which a person runs single transactions. What is sent from it"
                + " is counted with the load. Default false.")
        @Default("false")
        Boolean page,
    @JsonPropertyDescription("Log level of each server. Default WARN.") @Default("WARN")
        LogLevel logLevel,
    @JsonPropertyDescription(
            "Labels of the nodes that servers may run on. Default scalelab.dev/role=app; {} is any node.")
        @Default("{\"scalelab.dev/role\": \"app\"}")
        Map<String, String> nodeSelector) {}
