package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;

/** Settings of the whole of ecperf: production lines and suppliers beside its order clients. */
@ValidationRule(
    value = "self.leastDeliveryMillis <= self.mostDeliveryMillis",
    fieldPath = ".leastDeliveryMillis",
    message = "leastDeliveryMillis must not be more than mostDeliveryMillis")
public record EcperfSpec(
    @JsonPropertyDescription(
            "New orders that are large, in percent: at least 100 pieces, which production lines make to order. Default"
                + " 10.")
        @Min(0)
        @Max(100)
        @Default("10")
        Integer largeOrderPercent,
    @JsonPropertyDescription(
            "With load.users: mean time from the begin of one transaction of a client to the begin of its next, drawn"
                + " exponentially and cut at five times the mean, in milliseconds; a transaction that takes longer is followed"
                + " by the next one at once. Default 5000: five clients then begin one transaction a second. 0 is none."
                + " Without load.users it has no effect.")
        @Min(0)
        @Max(600000)
        @Default("5000")
        Integer pacingMillis,
    @JsonPropertyDescription(
            "Shortest time in which a supplier delivers what was ordered, in milliseconds. Default 1000.")
        @Min(0)
        @Max(3600000)
        @Default("1000")
        Integer leastDeliveryMillis,
    @JsonPropertyDescription(
            "Longest of these times, of which each part has its own, in milliseconds. Default 5000.")
        @Min(0)
        @Max(3600000)
        @Default("5000")
        Integer mostDeliveryMillis) {

  /** The transaction of production lines; all others are those of order clients. */
  public static final String WORK_ORDER = "workOrder";

  /** Five order clients, who do half new orders and a fifth changes, for three production lines. */
  static final Map<String, Double> USUAL_MIX =
      Map.of(
          "newOrder",
          31.25,
          "changeOrder",
          12.5,
          "orderStatus",
          12.5,
          "customerStatus",
          6.25,
          WORK_ORDER,
          37.5);

  /**
   * ECperf's response times: 90 of 100 transactions of each kind end within so many milliseconds.
   */
  static final Map<String, Integer> USUAL_P90_MILLIS =
      Map.of(
          "newOrder",
          2000,
          "changeOrder",
          2000,
          "orderStatus",
          2000,
          "customerStatus",
          2000,
          WORK_ORDER,
          5000);

  /** No stricter for all transactions together than for the slowest kind. */
  static final int USUAL_P95_MILLIS = 5000;

  /** A large order waited for, if there is one, one planned, three stations, one completed. */
  static final int REQUESTS_OF_A_WORK_ORDER = 6;

  /** How long a work order stays at the three stations of its line, in milliseconds. */
  static final int STATIONS_MILLIS = 3 * 333;
}
