package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A failure that is made on purpose in each run, at a moment of one of its steps. */
@ValidationRule(
    value = "!has(self.count) || !has(self.server)",
    fieldPath = ".server",
    message = "give count (that many pods, selected by load.seed) or server (this one), not both")
@ValidationRule(
    value =
        "has(self.durationSeconds) == (self.action in ['PausePod', 'DrainNode', 'LoseNode', 'CutNetwork'])",
    fieldPath = ".durationSeconds",
    message =
        "durationSeconds must be given for PausePod, DrainNode, LoseNode and CutNetwork, and for no other action: what else is"
            + " disturbed comes back by itself")
@ValidationRule(
    value =
        "self.action != 'Switchover' || self.tier == 'Database' && !has(self.count) && !has(self.server)",
    fieldPath = ".action",
    message =
        "Switchover must have the tier Database, without count and server: a replica becomes the primary")
@ValidationRule(
    value = "self.action != 'CutNetwork' || self.tier != 'Supplier'",
    fieldPath = ".tier",
    message =
        "CutNetwork must not have the tier Supplier: Prometheus asks it for nothing, by which it would be seen that it is cut"
            + " off")
public record DisturbanceSpec(
    @Required
        @JsonPropertyDescription("Its name in results.")
        @Size(min = 1, max = 40)
        @Pattern("[a-z0-9]([-a-z0-9]*[a-z0-9])?")
        String name,
    @Required
        @JsonPropertyDescription(
            "DeletePod deletes the pod, which may finish what it does within its grace period. KillContainer kills the processes of"
                + " its container. PausePod freezes them for durationSeconds. Switchover makes a replica of a database its"
                + " primary. DrainNode cordons the pod's node for durationSeconds and evicts this experiment's pods of the tier"
                + " from it. LoseNode cordons it for durationSeconds and deletes this experiment's measured pods on it without"
                + " grace. CutNetwork denies the pod all traffic for durationSeconds, by a NetworkPolicy.")
        DisturbanceAction action,
    @Required
        @JsonPropertyDescription(
            "The tier whose pods it concerns: Application, Balancer, Database, Cache or Supplier, if the configuration has it.")
        @Size(min = 1, max = 40)
        @Pattern("[A-Z][A-Za-z]*")
        String tier,
    @JsonPropertyDescription(
            "Number of pods that it concerns. They are selected by load.seed, the same in every configuration; of databases"
                + " primaries come first. Default 1.")
        @Min(1)
        @Max(100)
        Integer count,
    @JsonPropertyDescription(
            "The only pod that it concerns: its place, from 1, among those of the tier by their names; of databases primaries"
                + " come first. Default: count of them are selected.")
        @Min(1)
        @Max(100)
        Integer server,
    @JsonPropertyDescription("Number of the step in which it happens, from 1. Default 1.")
        @Min(1)
        @Max(100)
        Integer step,
    @JsonPropertyDescription(
            "When it happens, in seconds from the start of the step: in its measured part, and at least 5 s after that began,"
                + " since it is compared with the time before. Default: after a third of the measured part.")
        @Min(1)
        @Max(3600)
        Integer atSecond,
    @JsonPropertyDescription(
            "How long PausePod, DrainNode, LoseNode or CutNetwork lasts, in seconds; it ends within the step. Required for"
                + " these. Default: absent for the other actions.")
        @Min(1)
        @Max(3600)
        Integer durationSeconds)
    implements OmitsNulls {

  /** As many may be given. */
  static final int MAX = 8;

  /** How many pods it concerns. */
  public int pods() {
    return count == null ? 1 : count;
  }

  /** The place of the last pod that has to be there. */
  public int needed() {
    return server == null ? pods() : server;
  }

  /** Its step, from 1. */
  public int stepNumber() {
    return step == null ? 1 : step;
  }
}
