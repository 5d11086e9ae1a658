package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The plan of a spec: its configurations in the order in which they are measured.
 *
 * @param spec the spec with all defaults, including derived ones
 * @param configurations the configurations, first to last
 * @param choices the systems of the configurations, without derived defaults
 * @param violations rules that names, variants and factors break: a plan with violations can never
 *     run
 * @param unusedExcludes items of exclude that match nothing: a plan with them is not started
 * @param hash hash of everything that the results depend on
 * @param verification the configuration that verifies a diagnosis; null without one
 * @param provisioners who creates the servers where the spec leaves it open
 */
public record Plan(
    ScalabilityExperimentSpec spec,
    List<Configuration> configurations,
    List<Sweep.Choice> choices,
    List<Violation> violations,
    List<Violation> unusedExcludes,
    String hash,
    Verification verification,
    Provisioners provisioners) {

  public Plan {
    configurations = List.copyOf(configurations);
    choices = List.copyOf(choices);
    violations = List.copyOf(violations);
    unusedExcludes = List.copyOf(unusedExcludes);
  }

  /** Everything that keeps it from starting, whatever the cluster has. */
  public List<Violation> startViolations() {
    return Stream.concat(violations.stream(), unusedExcludes.stream()).toList();
  }

  /** The configuration of each system with the most servers. */
  public List<Configuration> systems() {
    Map<ScalabilityExperimentSpec, Configuration> systems = new LinkedHashMap<>();
    configurations.forEach(
        one -> systems.merge(one.spec(), one, (a, b) -> a.replicas() < b.replicas() ? b : a));
    return List.copyOf(systems.values());
  }

  /** The same plan with other settings of its configurations; their hashes stay. */
  public Plan with(List<Configuration> others) {
    return new Plan(
        spec, others, choices, violations, unusedExcludes, hash, verification, provisioners);
  }

  /**
   * The same plan with another spec of each system; hashes and names stay. Configurations of one
   * system share its spec, before and after.
   */
  public Plan withSpecs(UnaryOperator<ScalabilityExperimentSpec> change) {
    Map<ScalabilityExperimentSpec, ScalabilityExperimentSpec> changed = new IdentityHashMap<>();
    return with(
        configurations.stream()
            .map(one -> one.with(changed.computeIfAbsent(one.spec(), change)))
            .toList());
  }

  /** The same plan with further rules that it breaks. */
  public Plan refusedFor(List<Violation> refused) {
    List<Violation> all = Stream.concat(violations.stream(), refused.stream()).toList();
    return new Plan(
        spec, configurations, choices, all, unusedExcludes, hash, verification, provisioners);
  }

  /** The same plan with the configurations that a choice of provisioners leaves, and its rules. */
  Plan with(Provisioners chosen, List<Configuration> others, List<Violation> refused) {
    List<Violation> all = Stream.concat(violations.stream(), refused.stream()).toList();
    return new Plan(spec, others, choices, all, unusedExcludes, hash, verification, chosen);
  }

  private int sum(ToIntFunction<LoadSpec> ofARepetition) {
    return configurations.stream()
        .mapToInt(one -> one.repetitions() * ofARepetition.applyAsInt(one.load()))
        .sum();
  }

  /** The summary for the status: sums over all runs, without repetitions of invalid ones. */
  public PlanSummary summary() {
    return new PlanSummary(
        configurations.size(),
        sum(LoadSpec::steps),
        sum(load -> load.steps() * load.step().measuredSeconds()),
        sum(LoadSpec::runSeconds),
        hash);
  }
}
