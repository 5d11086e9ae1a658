package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether an application's web tier and its bean tier are on the same servers. */
public enum TierLayout {
  /** Each server has both tiers. */
  @JsonProperty("Together")
  TOGETHER,
  /** Each tier has servers of its own. */
  @JsonProperty("Split")
  SPLIT
}
