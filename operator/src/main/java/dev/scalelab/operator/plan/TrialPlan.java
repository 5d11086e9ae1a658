package dev.scalelab.operator.plan;

/**
 * One configuration to measure.
 *
 * @param name the trial's name, unique in the namespace
 * @param variant the variant; base is the system as given
 * @param replicas number of application servers
 * @param order place in the plan, from 1
 * @param repetitions valid runs to be made
 * @param inputsHash hash of everything that the results depend on
 */
public record TrialPlan(
    String name, String variant, int replicas, int order, int repetitions, String inputsHash) {}
