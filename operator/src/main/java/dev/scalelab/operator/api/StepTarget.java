package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The target load of a step: arrivals per second in an open model, users in a closed one. */
public record StepTarget(
    @JsonPropertyDescription("Open model: the target arrival rate, in transactions per second.")
        Double perSecond,
    @JsonPropertyDescription("Closed model: the number of users.") Integer users)
    implements OmitsNulls {
  /** Below this fraction of the target rate a step fell short of it. */
  private static final double REACHED = 0.95;

  /** A rate, in an open model. */
  public static StepTarget ofRate(double perSecond) {
    return new StepTarget(perSecond, null);
  }

  /** A number of users, in a closed model. */
  public static StepTarget ofUsers(int users) {
    return new StepTarget(null, users);
  }

  /** The load as a number: arrivals per second, or users. */
  public double load() {
    return users == null ? perSecond : users.doubleValue();
  }

  /**
   * Whether a throughput falls short of the target rate: the configuration was saturated. Users
   * have no rate that could be missed.
   */
  public boolean missedBy(double throughputPerSecond) {
    return perSecond != null && throughputPerSecond < REACHED * perSecond;
  }
}
