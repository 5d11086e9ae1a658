package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where sessions, stateful beans and the portal's cache are. */
public enum StateStore {
  /** In the application servers, which copy them to one another. */
  @JsonProperty("Embedded")
  EMBEDDED,
  /** On Infinispan servers, over Hot Rod. */
  @JsonProperty("Remote")
  REMOTE
}
