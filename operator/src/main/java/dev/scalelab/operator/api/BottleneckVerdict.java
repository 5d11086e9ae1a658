package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is known about the limit of a configuration. */
public enum BottleneckVerdict {
  /** One resource limits it. */
  @JsonProperty("Limited")
  LIMITED,
  /** It is limited, but the figures fit several resources, or none. */
  @JsonProperty("NotDetermined")
  NOT_DETERMINED,
  /** No load reached its limit. */
  @JsonProperty("NotSaturated")
  NOT_SATURATED
}
