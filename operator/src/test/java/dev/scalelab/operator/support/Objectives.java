package dev.scalelab.operator.support;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseTimeObjective;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Objectives of tests: a limit of the 95th percentile, and of the percentage of failures. */
public final class Objectives {
  private Objectives() {}

  /** Up to 1 percent failures. */
  public static ObjectivesSpec of(int p95Millis) {
    return of(p95Millis, 1, Map.of());
  }

  /** With additional limits of the 90th percentile of single transactions. */
  public static ObjectivesSpec of(
      int p95Millis, int errorPercent, Map<String, Integer> transactionP90Millis) {
    List<ResponseTimeObjective> limits = new ArrayList<>();
    limits.add(ResponseTimeObjective.ofPercentile(null, "95", p95Millis));
    new TreeMap<>(transactionP90Millis)
        .forEach(
            (name, millis) -> limits.add(ResponseTimeObjective.ofPercentile(name, "90", millis)));
    return new ObjectivesSpec(limits, new Quantity("" + errorPercent), null, null);
  }

  /** With an additional minimum efficiency. */
  public static ObjectivesSpec efficient(int p95Millis, int minEfficiencyPercent) {
    ObjectivesSpec objectives = of(p95Millis);
    return new ObjectivesSpec(
        objectives.responseTimes(), objectives.maxErrorPercent(), minEfficiencyPercent, null);
  }
}
