package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** What is varied: every combination of variant, values of factors and replicas is measured. */
@ValidationRule(
    value = "self.replicas.isSorted() && self.replicas.all(i, self.replicas.exists_one(j, i == j))",
    fieldPath = ".replicas",
    message = "replicas must be ascending, each count once, for example [1, 2, 4]")
@ValidationRule(
    value = "!has(self.variants) || self.variants.all(i, self.variants.exists_one(j, i == j))",
    fieldPath = ".variants",
    message = "variants must name each variant once")
@ValidationRule(
    value =
        "!has(self.factors) || self.factors.all(f, self.factors.exists_one(g, f.setting == g.setting))",
    fieldPath = ".factors",
    message = "factors must have each setting once; give all of its values in one list")
@ValidationRule(
    value =
        "!has(self.exclude) || self.exclude.all(e, has(e.variant) || has(e.replicas) || has(e.factors))",
    fieldPath = ".exclude",
    message =
        "exclude must have variant, replicas or factors in each element: otherwise it excludes everything")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@RecordBuilder
public record SweepSpec(
    @Required
        @JsonPropertyDescription(
            "Numbers of application servers to measure, ascending, each once; 1 to 20 counts of 1 to 100.")
        @Size(min = 1, max = 20)
        List<@Min(1) @Max(100) Integer> replicas,
    @JsonPropertyDescription(
            "Names of the variants to measure, in this order; base is the system as specified. Default: base, then all of"
                + " spec.variants.")
        @Size(min = 1, max = 21)
        List<@Size(min = 1, max = 20) String> variants,
    @JsonPropertyDescription(
            "Settings of the system, the workload and the load generator that are varied, each value with each variant; up to 4.")
        @Size(min = 1, max = 4)
        List<FactorSpec> factors,
    @JsonPropertyDescription("Configurations that are left out.") @Size(min = 1, max = 100)
        List<ExcludeSpec> exclude,
    @JsonPropertyDescription(
            "Listed measures one configuration after another, with all its repetitions. Interleaved"
                + " makes the first repetition of each, then the second, so that slow changes of"
                + " the machine affect all configurations alike; the testbed is recreated for each."
                + " Shuffled is Interleaved with a different random order of the configurations in"
                + " each repetition, from load.seed. Default: Interleaved with several repetitions, else Listed.")
        SweepOrder order,
    @JsonPropertyDescription(
            "Differences within this are none: a comparison whose whole interval is within it says Equivalent. In percent."
                + " Default 5.")
        @Min(1)
        @Max(50)
        Integer equivalencePercent,
    @JsonPropertyDescription(
            "Whether base is measured twice in each repetition, the second time as base-again: if the two differ by more than"
                + " chance explains, no comparison is judged. Needs load.repetitions of at least 2. Default false.")
        Boolean aa)
    implements SweepSpecBuilder.With {

  public SweepSpec {
    factors = factors == null ? List.of() : List.copyOf(factors);
    exclude = exclude == null ? List.of() : List.copyOf(exclude);
  }

  /** The same with a default order for a number of repetitions. */
  public SweepSpec orElse(SweepOrder usual) {
    return order == null ? withOrder(usual) : this;
  }

  /** The same with other replica counts, and nothing else varied. */
  public SweepSpec only(List<Integer> otherReplicas) {
    return SweepSpecBuilder.builder().replicas(otherReplicas).order(order).build();
  }
}
