package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is done to the pods of a tier while it is under load. */
public enum DisturbanceAction {
  /** The pod is deleted as by kubectl delete pod: it may finish, within its grace period. */
  @JsonProperty("DeletePod")
  DELETE_POD("deleting"),

  /** The processes of the pod's container are killed: it is started again in the same pod. */
  @JsonProperty("KillContainer")
  KILL_CONTAINER("killing"),

  /** The processes of the pod's container are frozen for a time. */
  @JsonProperty("PausePod")
  PAUSE_POD("pausing"),

  /** A replica of a database becomes its primary. */
  @JsonProperty("Switchover")
  SWITCHOVER("switching over to"),

  /** The pod's node takes no new pods for a time, and the tier's pods on it are evicted. */
  @JsonProperty("DrainNode")
  DRAIN_NODE("draining the node of"),

  /** The pod's node takes no new pods for a time, and all measured pods on it end at once. */
  @JsonProperty("LoseNode")
  LOSE_NODE("losing the node of"),

  /** The pod can reach nobody, and nobody can reach it, for a time. */
  @JsonProperty("CutNetwork")
  CUT_NETWORK("cutting the network of");

  private final String doing;

  DisturbanceAction(String doing) {
    this.doing = doing;
  }

  /** The action as the beginning of a sentence, in lower case. */
  public String doing() {
    return doing;
  }

  /** Whether it concerns nodes, and all pods of the experiment on them. */
  public boolean ofNodes() {
    return this == DRAIN_NODE || this == LOSE_NODE;
  }

  /** Whether the operator has to end it, after its duration. */
  public boolean isEnded() {
    return ofNodes() || this == CUT_NETWORK;
  }

  /** Whether it is done by a signal to the processes of a container. */
  public boolean signals() {
    return this == KILL_CONTAINER || this == PAUSE_POD;
  }
}
