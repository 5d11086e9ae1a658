package dev.scalelab.operator.api;

import static dev.scalelab.operator.api.DatabaseRules.*;
import static dev.scalelab.operator.api.DisturbanceRules.*;
import static dev.scalelab.operator.api.StateRules.*;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The user's question: a base system, what is varied, the load and the objectives. */
@ValidationRule(
    value = ThinkTimeSpec.SETTLED,
    fieldPath = ".load.step.settleSeconds",
    message = ThinkTimeSpec.SETTLED_MESSAGE)
@ValidationRule(value = ENOUGH, fieldPath = ".system.databases", message = ENOUGH_MESSAGE)
@ValidationRule(value = PRIVATE, fieldPath = ".system.databases", message = PRIVATE_MESSAGE)
@ValidationRule(value = USED, fieldPath = ".system.databases", message = USED_MESSAGE)
@ValidationRule(value = DOMAINS, fieldPath = ".system.databases", message = DOMAINS_MESSAGE)
@ValidationRule(value = READ, fieldPath = ".system.databases", message = READ_MESSAGE)
@ValidationRule(
    value = SearchSpec.SCALED,
    fieldPath = ".workload.scale",
    message = SearchSpec.SCALED_MESSAGE)
@ValidationRule(
    value = SearchSpec.PAUSED,
    fieldPath = ".load.search.tolerancePercent",
    message = SearchSpec.PAUSED_MESSAGE)
@ValidationRule(
    value = ExperimentRules.SCALED_BY_RATE,
    fieldPath = ".workload.scale",
    message = ExperimentRules.SCALED_BY_RATE_MESSAGE)
@ValidationRule(
    value = ExperimentRules.CELL_CLIENTS,
    fieldPath = ".workload.cells",
    message = ExperimentRules.CELL_CLIENTS_MESSAGE)
@ValidationRule(
    value = ExperimentRules.PORTAL_USERS,
    fieldPath = ".load.closed",
    message = ExperimentRules.PORTAL_USERS_MESSAGE)
@ValidationRule(
    value = "self.workload.type != 'Custom' || has(self.system.application.image)",
    fieldPath = ".system.application",
    message = "image must be given for the workload Custom: your application")
@ValidationRule(
    value = "self.workload.type != 'Custom' || has(self.load.generators.image)",
    fieldPath = ".load.generators",
    message =
        "image must be given for the workload Custom: the load generator's, with a jar of your transactions")
@ValidationRule(
    value = BalancerRules.KEPT,
    fieldPath = ".system.balancer.policy",
    message = BalancerRules.KEPT_MESSAGE)
@ValidationRule(
    value = BalancerRules.REPORTED,
    fieldPath = ".system.balancer.policy",
    message = BalancerRules.REPORTED_MESSAGE)
@ValidationRule(
    value = BalancerRules.WEIGHED,
    fieldPath = ".system.balancer.weights",
    message = BalancerRules.WEIGHED_MESSAGE)
@ValidationRule(
    value = PartitionSpec.OF_DOMAINS,
    fieldPath = ".system.partitions",
    message = PartitionSpec.OF_DOMAINS_MESSAGE)
@ValidationRule(
    value = TiersSpec.WITH_BEANS,
    fieldPath = ".system.tiers",
    message = TiersSpec.WITH_BEANS_MESSAGE)
@ValidationRule(
    value = ApplicationSpec.CALLED_BY_VALUE,
    fieldPath = ".system.application.callsByValue",
    message = ApplicationSpec.CALLED_BY_VALUE_MESSAGE)
@ValidationRule(value = LOCATED, fieldPath = ".system.state.location", message = LOCATED_MESSAGE)
@ValidationRule(value = KEPT, fieldPath = ".system.state.store", message = KEPT_MESSAGE)
@ValidationRule(
    value = ServerRules.BUNDLED,
    fieldPath = ".system.application",
    message = ServerRules.BUNDLED_MESSAGE)
@ValidationRule(
    value = ServerRules.POOLED,
    fieldPath = ".system.application",
    message = ServerRules.POOLED_MESSAGE)
@ValidationRule(
    value = ServerRules.SERVED,
    fieldPath = ".system.application",
    message = ServerRules.SERVED_MESSAGE)
@ValidationRule(
    value = ServerRules.OF_BEANS,
    fieldPath = ".system.application",
    message = ServerRules.OF_BEANS_MESSAGE)
@ValidationRule(value = WEB, fieldPath = ".system.state.web", message = WEB_MESSAGE)
@ValidationRule(value = BEAN, fieldPath = ".system.state.bean", message = BEAN_MESSAGE)
@ValidationRule(value = ENTITIES, fieldPath = ".system.state.entities", message = ENTITIES_MESSAGE)
@ValidationRule(value = HANDLED, fieldPath = ".system.state.bean.handle", message = HANDLED_MESSAGE)
@ValidationRule(
    value = ENOUGH_SERVERS,
    fieldPath = ".system.state",
    message = ENOUGH_SERVERS_MESSAGE)
@ValidationRule(
    value = EcperfRules.SCALED,
    fieldPath = ".workload.scale",
    message = EcperfRules.SCALED_MESSAGE)
@ValidationRule(
    value = ExperimentRules.SCALED,
    fieldPath = ".workload.scale",
    message = ExperimentRules.SCALED_MESSAGE)
@ValidationRule(
    value = EcperfRules.SETTLED,
    fieldPath = ".load.step.settleSeconds",
    message = EcperfRules.SETTLED_MESSAGE)
@ValidationRule(
    value = EcperfRules.PACED,
    fieldPath = ".load.step.settleSeconds",
    message = EcperfRules.PACED_MESSAGE)
@ValidationRule(
    value = EcperfRules.WHOLE_UNITS,
    fieldPath = ".load.closed.users",
    message = EcperfRules.WHOLE_UNITS_MESSAGE)
@ValidationRule(
    value = EcperfRules.UNITS_OF_A_SEARCH,
    fieldPath = ".load.search.max",
    message = EcperfRules.UNITS_OF_A_SEARCH_MESSAGE)
@ValidationRule(
    value = EcperfRules.ONE_LINE,
    fieldPath = ".load.closed.users",
    message = EcperfRules.ONE_LINE_MESSAGE)
@ValidationRule(
    value = ExperimentRules.TRANSACTIONS,
    fieldPath = ".objectives.responseTimes",
    message = ExperimentRules.TRANSACTIONS_MESSAGE)
@ValidationRule(
    value = ExperimentRules.VARIANTS,
    fieldPath = ".sweep.variants",
    message = ExperimentRules.VARIANTS_MESSAGE)
@ValidationRule(
    value = ExperimentRules.EXCLUDED,
    fieldPath = ".sweep.exclude",
    message = ExperimentRules.EXCLUDED_MESSAGE)
@ValidationRule(
    value = ExperimentRules.CONFIGURATIONS,
    fieldPath = ".sweep",
    message = ExperimentRules.CONFIGURATIONS_MESSAGE)
@ValidationRule(
    value = JvmRules.OPTIONS_BY_NAME,
    fieldPath = ".system.application.env",
    message = JvmRules.OPTIONS_BY_NAME_MESSAGE)
@ValidationRule(
    value = JvmRules.LAUNCHER,
    fieldPath = ".system.application.env",
    message = JvmRules.LAUNCHER_MESSAGE)
@ValidationRule(
    value = JvmRules.BY_VALUE,
    fieldPath = ".system.application.env",
    message = JvmRules.BY_VALUE_MESSAGE)
@ValidationRule(
    value = FolderRules.BESIDE_THE_SERVER,
    fieldPath = ".system.application.writableFolders",
    message = FolderRules.BESIDE_THE_SERVER_MESSAGE)
@ValidationRule(value = KNOWN_STEPS, fieldPath = ".disturbances", message = KNOWN_STEPS_MESSAGE)
@ValidationRule(value = STEP, fieldPath = ".disturbances", message = STEP_MESSAGE)
@ValidationRule(value = SECOND, fieldPath = ".disturbances", message = SECOND_MESSAGE)
@ValidationRule(value = SERVERS, fieldPath = ".disturbances", message = SERVERS_MESSAGE)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@RecordBuilder
public record ScalabilityExperimentSpec(
    @JsonPropertyDescription("What users do, and the size of the data that they work on.")
        @Default("{}")
        WorkloadSpec workload,
    @JsonPropertyDescription(
            "The system under test: application servers, state, database, balancer.")
        @Default("{}")
        SystemSpec system,
    @JsonPropertyDescription(
            "Named changes of the system, which are measured in addition to it: up to 20. The system as specified is the"
                + " variant base.")
        @Size(min = 1, max = 20)
        @ValidationRule(
            value = "self.all(v, v.name != 'base' && self.exists_one(w, w.name == v.name))",
            message =
                "the names of variants must differ, and base is reserved for the system without a variant")
        List<VariantSpec> variants,
    @Required @JsonPropertyDescription("What is varied; every value becomes a configuration.")
        SweepSpec sweep,
    @Required @JsonPropertyDescription("The load that every configuration gets.") LoadSpec load,
    @JsonPropertyDescription(
            "What a step must meet to count as capacity, and what the verdict judges.")
        @Default("{}")
        ObjectivesSpec objectives,
    @JsonPropertyDescription(
            "What happens to the testbed when the experiment ends: Delete removes it, Retain keeps it,"
                + " RetainOnFailure ends the experiment with the first trial that fails and keeps its testbed (a missed objective"
                + " is no failure). Results are kept in any case. May be changed at any time. Default Delete.")
        @Default("Delete")
        TestbedPolicy testbedPolicy,
    @JsonPropertyDescription(
            "Maximum number of invalid runs of one trial, of a search for each of its rounds: each is repeated, and with one"
                + " more the trial fails. A run counts that cannot be trusted, or that could not begin since its warm-up, the fill"
                + " or reset of its data, or a server was lost; one that was ended by spec.suspend does not. May be changed at any"
                + " time. Default 1.")
        @Min(0)
        @Max(10)
        @Default("1")
        Integer maxInvalidRuns,
    @JsonPropertyDescription(
            "How long each kind of wait may last before it ends with its reason. May be changed at any time.")
        @Default("{}")
        TimeoutsSpec timeouts,
    @JsonPropertyDescription(
            "true pauses the experiment: the current run is finished if that takes at most ten minutes, the testbed is removed, and"
                + " others may run. false continues it, once it is its turn. May be changed at any time. Default false.")
        @Default("false")
        Boolean suspend,
    @JsonPropertyDescription(
            "true ends the experiment now: results are kept, and the verdict is on what was measured. May be set at any time, and"
                + " is final. Default false.")
        @Default("false")
        Boolean terminate,
    @JsonPropertyDescription(
            "Time after which the experiment is ended as with terminate, in seconds since its first trial began, without the"
                + " time in which it was suspended. May be changed at any time. Default: no limit.")
        @Min(1)
        Long activeDeadlineSeconds,
    @JsonPropertyDescription(
            "Time after its end at which it is deleted, with its trials and results, in seconds. May be changed at any time."
                + " Default: it is kept.")
        @Min(0)
        Long ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "Its priority among experiments that wait for the same nodes: the highest starts first, and of the same priority the"
                + " oldest. One that runs is not stopped for another. May be changed at any time. Default 0.")
        @Min(-1000)
        @Max(1000)
        @Default("0")
        Integer priority,
    @JsonPropertyDescription(
            "Loads of which status.answers says how many application servers they need, by the queueing model of each system: up to"
                + " 5. May be changed at any time, also after the end.")
        @Size(min = 1, max = 5)
        List<QuestionSpec> questions,
    @JsonPropertyDescription(
            "Failures that are made on purpose in every run, each at a moment of a step: up to 8.")
        @Size(min = 1, max = DisturbanceSpec.MAX)
        @ValidationRule(
            value = "self.all(d, self.exists_one(e, e.name == d.name))",
            message = "the names of disturbances must differ")
        List<DisturbanceSpec> disturbances,
    @JsonPropertyDescription(
            "What is done about the diagnosis of each configuration. May be changed until the end.")
        DiagnosisSpec diagnosis)
    implements ScalabilityExperimentSpecBuilder.With {
  public ScalabilityExperimentSpec {
    disturbances = disturbances == null ? List.of() : List.copyOf(disturbances);
    variants = variants == null ? List.of() : List.copyOf(variants);
  }

  /** The same with another system and these replicas, and nothing else varied. */
  public ScalabilityExperimentSpec only(SystemSpec otherSystem, List<Integer> replicas) {
    return with(all -> all.system(otherSystem).variants(null).sweep(sweep.only(replicas)));
  }

  /** Whether a diagnosis is verified by one more configuration. */
  public boolean verifies() {
    return diagnosis != null && Boolean.TRUE.equals(diagnosis.verify());
  }

  /** Whether it shall pause. */
  public boolean suspends() {
    return Boolean.TRUE.equals(suspend);
  }

  /** Whether it shall end now. */
  public boolean terminates() {
    return Boolean.TRUE.equals(terminate);
  }
}
