package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is done to the pods of a tier while it is under load. */
public enum DisturbanceAction {
  /** The pod is deleted as by kubectl delete pod: it may finish, within its grace period. */
  @JsonProperty("DeletePod")
  DELETE_POD("deleting");

  private final String doing;

  DisturbanceAction(String doing) {
    this.doing = doing;
  }

  /** The action as the beginning of a sentence, in lower case. */
  public String doing() {
    return doing;
  }

  /** Its name in manifests. */
  public String text() {
    return switch (this) {
      case DELETE_POD -> "DeletePod";
    };
  }
}
