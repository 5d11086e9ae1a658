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
  SWITCHOVER("switching over to");

  private final String doing;

  DisturbanceAction(String doing) {
    this.doing = doing;
  }

  /** The action as the beginning of a sentence, in lower case. */
  public String doing() {
    return doing;
  }

  /** Whether it is done by a signal to the processes of a container. */
  public boolean signals() {
    return this == KILL_CONTAINER || this == PAUSE_POD;
  }
}
