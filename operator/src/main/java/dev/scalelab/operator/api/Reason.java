package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Every reason that a condition, an event, a trial or a run can carry; the message has the details.
 */
public enum Reason {
  @JsonProperty("Accepted")
  ACCEPTED("Accepted", false),
  @JsonProperty("TrialStarted")
  TRIAL_STARTED("TrialStarted", false),
  @JsonProperty("TestbedReady")
  TESTBED_READY("TestbedReady", false),
  @JsonProperty("StepMeasured")
  STEP_MEASURED("StepMeasured", false),
  @JsonProperty("RunValid")
  RUN_VALID("RunValid", false),
  @JsonProperty("TrialFinished")
  TRIAL_FINISHED("TrialFinished", false),
  @JsonProperty("Completed")
  COMPLETED("Completed", false),
  @JsonProperty("InProgress")
  IN_PROGRESS("InProgress", false),

  @JsonProperty("NodesExpected")
  NODES_EXPECTED("NodesExpected", false),
  @JsonProperty("Queued")
  QUEUED("Queued", false),

  @JsonProperty("NameTooLong")
  NAME_TOO_LONG("NameTooLong", true),
  @JsonProperty("NameInvalid")
  NAME_INVALID("NameInvalid", true),
  @JsonProperty("TrialTooLarge")
  TRIAL_TOO_LARGE("TrialTooLarge", true),
  @JsonProperty("SpecInvalid")
  SPEC_INVALID("SpecInvalid", true),
  @JsonProperty("CloudNativePGMissing")
  CLOUDNATIVEPG_MISSING("CloudNativePGMissing", true),
  @JsonProperty("ConfigMapMissing")
  CONFIG_MAP_MISSING("ConfigMapMissing", true),
  @JsonProperty("ConfigurationUnknown")
  CONFIGURATION_UNKNOWN("ConfigurationUnknown", true),
  @JsonProperty("NoMatchingNode")
  NO_MATCHING_NODE("NoMatchingNode", true),
  @JsonProperty("NodesTooSmall")
  NODES_TOO_SMALL("NodesTooSmall", true),
  @JsonProperty("QuotaTooSmall")
  QUOTA_TOO_SMALL("QuotaTooSmall", true),

  @JsonProperty("NameTaken")
  NAME_TAKEN("NameTaken", true),
  @JsonProperty("Refused")
  REFUSED("Refused", true),
  @JsonProperty("DatabaseNotReady")
  DATABASE_NOT_READY("DatabaseNotReady", true),
  @JsonProperty("ServersNotReady")
  SERVERS_NOT_READY("ServersNotReady", true),
  @JsonProperty("ClusterNotFormed")
  CLUSTER_NOT_FORMED("ClusterNotFormed", true),
  @JsonProperty("BalancerNotReady")
  BALANCER_NOT_READY("BalancerNotReady", true),
  @JsonProperty("SupplierNotReady")
  SUPPLIER_NOT_READY("SupplierNotReady", true),
  @JsonProperty("DatasetFailed")
  DATASET_FAILED("DatasetFailed", true),
  @JsonProperty("WarmUpFailed")
  WARM_UP_FAILED("WarmUpFailed", true),
  @JsonProperty("WarmUpShort")
  WARM_UP_SHORT("WarmUpShort", true),
  @JsonProperty("ResizeFailed")
  RESIZE_FAILED("ResizeFailed", true),
  @JsonProperty("LoadFailed")
  LOAD_FAILED("LoadFailed", true),
  @JsonProperty("LoadOutOfMemory")
  LOAD_OUT_OF_MEMORY("LoadOutOfMemory", true),
  @JsonProperty("LoadDeadlineExceeded")
  LOAD_DEADLINE_EXCEEDED("LoadDeadlineExceeded", true),
  @JsonProperty("LoadOutputTooLarge")
  LOAD_OUTPUT_TOO_LARGE("LoadOutputTooLarge", true),
  @JsonProperty("StepsMissing")
  STEPS_MISSING("StepsMissing", true),
  @JsonProperty("SamplesMissing")
  SAMPLES_MISSING("SamplesMissing", true),
  @JsonProperty("LoadGeneratorSaturated")
  LOAD_GENERATOR_SATURATED("LoadGeneratorSaturated", true),
  @JsonProperty("ServerRestarted")
  SERVER_RESTARTED("ServerRestarted", true),
  @JsonProperty("DatabaseLost")
  DATABASE_LOST("DatabaseLost", true),
  @JsonProperty("MemberMissing")
  MEMBER_MISSING("MemberMissing", true),
  @JsonProperty("CpuShareNotInForce")
  CPU_SHARE_NOT_IN_FORCE("CpuShareNotInForce", true),
  @JsonProperty("MixNotKept")
  MIX_NOT_KEPT("MixNotKept", true),
  @JsonProperty("AuditFailed")
  AUDIT_FAILED("AuditFailed", true),
  @JsonProperty("BackoffLimitExceeded")
  BACKOFF_LIMIT_EXCEEDED("BackoffLimitExceeded", true),
  @JsonProperty("RunInvalid")
  RUN_INVALID("RunInvalid", true),
  @JsonProperty("TestbedNotGone")
  TESTBED_NOT_GONE("TestbedNotGone", true),
  @JsonProperty("CrdOlder")
  CRD_OLDER("CrdOlder", true),
  @JsonProperty("CrdNewer")
  CRD_NEWER("CrdNewer", true),
  @JsonProperty("NamespaceNotServed")
  NAMESPACE_NOT_SERVED("NamespaceNotServed", true),
  @JsonProperty("Unreadable")
  UNREADABLE("Unreadable", true),
  @JsonProperty("InternalError")
  INTERNAL_ERROR("InternalError", true),
  @JsonProperty("StreamNotKept")
  STREAM_NOT_KEPT("StreamNotKept", true),
  @JsonProperty("QueuesNotEmpty")
  QUEUES_NOT_EMPTY("QueuesNotEmpty", true),
  @JsonProperty("TransactionsUndone")
  TRANSACTIONS_UNDONE("TransactionsUndone", true),
  @JsonProperty("ImageChanged")
  IMAGE_CHANGED("ImageChanged", true),
  @JsonProperty("WindowTooShort")
  WINDOW_TOO_SHORT("WindowTooShort", true);

  private final String text;
  private final boolean warning;

  Reason(String text, boolean warning) {
    this.text = text;
    this.warning = warning;
  }

  /** The reason as text in conditions and events. */
  public String text() {
    return text;
  }

  /** Whether an experiment that breaks this rule can never run, on any cluster. */
  public boolean permanent() {
    return this == NAME_TOO_LONG
        || this == NAME_INVALID
        || this == TRIAL_TOO_LARGE
        || this == SPEC_INVALID;
  }

  /**
   * Whether the same system with more servers may succeed after one failed with this reason: it was
   * overloaded, or the reason is not related to this system.
   */
  public boolean mayBeMendedByMoreServers() {
    return switch (this) {
      case BACKOFF_LIMIT_EXCEEDED, WARM_UP_FAILED, LOAD_DEADLINE_EXCEEDED -> true;
      case NAME_TAKEN, TESTBED_NOT_GONE, IMAGE_CHANGED, SAMPLES_MISSING -> true;
      default -> false;
    };
  }

  /** Whether a user should look at it: its events are Warnings. */
  public boolean warning() {
    return warning;
  }
}
