package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What creates servers: application servers, or the Infinispan servers with their state. */
public enum Provisioner {
  @JsonProperty("Auto")
  AUTO,
  @JsonProperty("StatefulSet")
  STATEFUL_SET,
  /** By wildfly-operator. */
  @JsonProperty("WildFlyServer")
  WILD_FLY_SERVER,
  /** By the Infinispan operator. */
  @JsonProperty("Infinispan")
  INFINISPAN
}
