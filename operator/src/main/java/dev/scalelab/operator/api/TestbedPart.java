package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a trial waits for, in the order in which it comes: each wait has a deadline. */
public enum TestbedPart {
  @JsonProperty("Database")
  DATABASE("the database", Reason.DATABASE_NOT_READY),
  @JsonProperty("Dataset")
  DATASET("the dataset", Reason.DATASET_FAILED),
  @JsonProperty("Servers")
  SERVERS("the servers", Reason.SERVERS_NOT_READY),
  @JsonProperty("Cluster")
  CLUSTER("the servers' cluster", Reason.CLUSTER_NOT_FORMED),
  @JsonProperty("Balancer")
  BALANCER("the balancer", Reason.BALANCER_NOT_READY),
  @JsonProperty("Suppliers")
  SUPPLIERS("the suppliers", Reason.SUPPLIER_NOT_READY),
  @JsonProperty("WarmUp")
  WARM_UP("the warm-up", Reason.WARM_UP_FAILED),
  @JsonProperty("CpuLimit")
  CPU_LIMIT("the CPU limit", Reason.RESIZE_FAILED),
  @JsonProperty("Queues")
  QUEUES("the emptying of the queues", Reason.QUEUES_NOT_EMPTY),
  @JsonProperty("DatasetReset")
  DATASET_RESET("the reset of the dataset", Reason.DATASET_FAILED),
  @JsonProperty("Load")
  LOAD("the load", Reason.LOAD_FAILED),
  @JsonProperty("Audit")
  AUDIT("the audit", Reason.AUDIT_FAILED);

  private final String text;
  private final Reason reason;

  TestbedPart(String text, Reason reason) {
    this.text = text;
    this.reason = reason;
  }

  /** The part as messages name it. */
  public String text() {
    return text;
  }

  /** Why a trial fails whose wait for this part has passed its deadline. */
  public Reason reason() {
    return reason;
  }

  /** Whether this part comes after another one. */
  public boolean after(TestbedPart other) {
    return compareTo(other) > 0;
  }
}
