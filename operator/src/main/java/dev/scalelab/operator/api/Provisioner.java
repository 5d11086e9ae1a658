package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What creates the application servers. */
public enum Provisioner {
  @JsonProperty("Auto")
  AUTO,
  @JsonProperty("StatefulSet")
  STATEFUL_SET,
  /** By wildfly-operator. */
  @JsonProperty("WildFlyServer")
  WILD_FLY_SERVER
}
