package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The load generators. */
@RecordBuilder
public record GeneratorsSpec(
    @JsonPropertyDescription(
            "Number of load generators, one pod each, that share the load of each run; their"
                + " histograms are merged. Default 1.")
        @Min(1)
        @Max(16)
        @Default("1")
        Integer count,
    @JsonPropertyDescription("Container image. Default: ScaleLab's own load generator.")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("CPU limit and request of each load generator, in cores. Default 1.")
        @Default("1")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory limit and request of each load generator, in bytes. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Folders that each load generator may write to, in addition to /tmp: the root file system is read-only. Each is a new"
                + " empty folder, which hides what the image has there, and has the life of its pod. Default: none.")
        @Size(max = FolderRules.MAX_FOLDERS)
        @ValidationRule(value = FolderRules.APART, message = FolderRules.APART_MESSAGE)
        @ValidationRule(value = FolderRules.FREE, message = FolderRules.FREE_MESSAGE)
        @ValidationRule(
            value = FolderRules.BESIDE_THE_GENERATOR,
            message = FolderRules.BESIDE_THE_GENERATOR_MESSAGE)
        List<@Pattern(FolderRules.PATH) @Size(max = FolderRules.LONGEST) String> writableFolders,
    @JsonPropertyDescription(
            "Where and how the load generators' pods, and those of emulated suppliers, run.")
        PodSettings pod)
    implements OmitsNulls, GeneratorsSpecBuilder.With {}
