package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * What the users noticed of a disturbance, from the seconds of its step that followed, up to the
 * next disturbance.
 */
public record DisturbanceEffect(
    @JsonPropertyDescription(
            "Transactions that failed from the disturbance to the next one or the end of its step, those included that were"
                + " not sent because too many were in flight.")
        Long failed,
    @JsonPropertyDescription(
            "From the first second with a failed transaction to the last one, in seconds; 0 if none failed.")
        Integer errorSeconds,
    @JsonPropertyDescription(
            "Seconds until the throughput was within 5 % of before again; 0 if it never left that range, absent if it was not"
                + " back by the next disturbance or the end of the step.")
        Integer throughputBackSeconds,
    @JsonPropertyDescription(
            "Seconds until the mean response time was within 5 % of before again; 0 if it never left that range, absent if it"
                + " was not back by the next disturbance or the end of the step.")
        Integer responseTimeBackSeconds,
    @JsonPropertyDescription(
            "Seconds until all pods of the tier were ready again, at most until the end of the load; absent if they were not when"
                + " the run was judged.")
        Double podsBackSeconds,
    @JsonPropertyDescription(
            "Seconds until all application servers saw each other in their cluster again, to the interval of their scrapes; 0 if"
                + " no smaller view was seen, absent if they did not by the end of the run, or form no cluster.")
        Double membersBackSeconds,
    @JsonPropertyDescription(
            "Seconds of state transfers until the next disturbance or the end of the run, of the server that took part in them for"
                + " longest; absent if the servers do not report them, or form no cluster.")
        Double stateTransferSeconds)
    implements OmitsNulls {

  /** One of which nothing is known of the servers' cluster. */
  public DisturbanceEffect(
      Long failed,
      Integer errorSeconds,
      Integer throughputBackSeconds,
      Integer responseTimeBackSeconds,
      Double podsBackSeconds) {
    this(
        failed,
        errorSeconds,
        throughputBackSeconds,
        responseTimeBackSeconds,
        podsBackSeconds,
        null,
        null);
  }

  /** The same with when the servers saw each other again, and how long they transferred state. */
  public DisturbanceEffect withCluster(Double membersBack, Double stateTransfer) {
    return new DisturbanceEffect(
        failed,
        errorSeconds,
        throughputBackSeconds,
        responseTimeBackSeconds,
        podsBackSeconds,
        membersBack,
        stateTransfer);
  }
}
