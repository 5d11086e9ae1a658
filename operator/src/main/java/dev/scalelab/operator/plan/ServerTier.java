package dev.scalelab.operator.plan;

/** Which of the application's tiers a group of servers has. */
public enum ServerTier {
  /** Requests and beans. */
  BOTH,
  /** Requests, which call the beans of other servers. */
  WEB,
  /** Beans, which only other servers call. */
  BEANS
}
