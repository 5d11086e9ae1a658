package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Every reason that a condition, an event, a trial or a run can carry; the message has the details.
 */
public enum Reason {
  ACCEPTED("Accepted", false),
  TRIAL_STARTED("TrialStarted", false),
  TESTBED_READY("TestbedReady", false),
  STEP_MEASURED("StepMeasured", false),
  RUN_VALID("RunValid", false),
  ROUND_FINISHED("RoundFinished", false),
  TRIAL_FINISHED("TrialFinished", false),
  PODS_CHANGED("PodsChanged", true),
  COMPLETED("Completed", false),
  IN_PROGRESS("InProgress", false),

  NODES_EXPECTED("NodesExpected", false),
  QUEUED("Queued", false),
  SUSPENDED("Suspended", false),
  RESUMED("Resumed", false),
  TERMINATED("Terminated", false),
  ACTIVE_DEADLINE_EXCEEDED("ActiveDeadlineExceeded", true),
  EXPIRED("Expired", false),

  NAME_TOO_LONG("NameTooLong", true),
  NAME_INVALID("NameInvalid", true),
  TRIAL_TOO_LARGE("TrialTooLarge", true),
  SPEC_INVALID("SpecInvalid", true),
  CLOUDNATIVEPG_MISSING("CloudNativePGMissing", true),
  PROVISIONER_MISSING("ProvisionerMissing", true),
  PROVISIONER_OUTDATED("ProvisionerOutdated", true),
  CONFIG_MAP_MISSING("ConfigMapMissing", true),
  CONFIGURATION_UNKNOWN("ConfigurationUnknown", true),
  NO_MATCHING_NODE("NoMatchingNode", true),
  NODES_TOO_SMALL("NodesTooSmall", true),
  QUOTA_TOO_SMALL("QuotaTooSmall", true),

  NAME_TAKEN("NameTaken", true),
  REFUSED("Refused", true),
  DATABASE_NOT_READY("DatabaseNotReady", true),
  CACHE_NOT_READY("CacheNotReady", true),
  SERVERS_NOT_READY("ServersNotReady", true),
  CLUSTER_NOT_FORMED("ClusterNotFormed", true),
  BALANCER_NOT_READY("BalancerNotReady", true),
  SUPPLIER_NOT_READY("SupplierNotReady", true),
  DATASET_FAILED("DatasetFailed", true),
  WARM_UP_FAILED("WarmUpFailed", true),
  WARM_UP_SHORT("WarmUpShort", true),
  RESIZE_FAILED("ResizeFailed", true),
  LOAD_FAILED("LoadFailed", true),
  LOAD_OUT_OF_MEMORY("LoadOutOfMemory", true),
  LOAD_DEADLINE_EXCEEDED("LoadDeadlineExceeded", true),
  LOAD_OUTPUT_TOO_LARGE("LoadOutputTooLarge", true),
  STEPS_MISSING("StepsMissing", true),
  SAMPLES_MISSING("SamplesMissing", true),
  LOAD_GENERATOR_SATURATED("LoadGeneratorSaturated", true),
  SERVER_RESTARTED("ServerRestarted", true),
  DATABASE_LOST("DatabaseLost", true),
  MEMBER_MISSING("MemberMissing", true),
  CPU_LIMIT_NOT_IN_FORCE("CpuLimitNotInForce", true),
  SETTING_NOT_IN_FORCE("SettingNotInForce", true),
  NOT_STEADY("NotSteady", true),
  NOT_WARM("NotWarm", true),
  STEP_NOT_STEADY("StepNotSteady", true),
  MACHINE_DRIFT("MachineDrift", true),
  CLOSING_STEP_DIFFERS("ClosingStepDiffers", true),
  MIX_NOT_KEPT("MixNotKept", true),
  AUDIT_FAILED("AuditFailed", true),
  BACKOFF_LIMIT_EXCEEDED("BackoffLimitExceeded", true),
  RUN_INVALID("RunInvalid", true),
  TESTBED_NOT_GONE("TestbedNotGone", true),
  DELETION_HELD("DeletionHeld", true),
  CRD_OLDER("CrdOlder", true),
  CRD_NEWER("CrdNewer", true),
  NAMESPACE_NOT_SERVED("NamespaceNotServed", true),
  UNREADABLE("Unreadable", true),
  INTERNAL_ERROR("InternalError", true),
  API_SERVER_UNAVAILABLE("ApiServerUnavailable", false),
  STREAM_NOT_KEPT("StreamNotKept", true),
  QUEUES_NOT_EMPTY("QueuesNotEmpty", true),
  TRANSACTIONS_UNDONE("TransactionsUndone", true),
  IMAGE_CHANGED("ImageChanged", true),
  WINDOW_TOO_SHORT("WindowTooShort", true),
  CLOCKS_DIFFER("ClocksDiffer", true),
  LOAD_OUTPUT_ROTATED("LoadOutputRotated", true),
  DISTURBED("Disturbed", false),
  DISTURBANCE_FAILED("DisturbanceFailed", true);

  private final String text;
  private final boolean warning;

  Reason(String text, boolean warning) {
    this.text = text;
    this.warning = warning;
  }

  /** The reason as text in statuses, conditions and events. */
  @JsonValue
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
  public boolean retryableWithMoreServers() {
    return switch (this) {
      case BACKOFF_LIMIT_EXCEEDED, WARM_UP_FAILED, LOAD_DEADLINE_EXCEEDED -> true;
      case NAME_TAKEN, TESTBED_NOT_GONE, IMAGE_CHANGED, SAMPLES_MISSING, API_SERVER_UNAVAILABLE ->
          true;
      default -> false;
    };
  }

  /** Whether a user should look at it: its events are Warnings. */
  public boolean warning() {
    return warning;
  }
}
