package dev.scalelab.operator.support;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.LogLevel;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** The parts of which the specs of {@link Experiments} are made. */
public final class Specs {
  private Specs() {}

  /** Servers of 300 millicores. */
  static ApplicationSpec application(String startupCpu) {
    return application(startupCpu, null, false);
  }

  static ApplicationSpec application(String startupCpu, String image, boolean page) {
    return new ApplicationSpec(
        image,
        new Quantity("300m"),
        new Quantity(startupCpu),
        new Quantity("768Mi"),
        new Quantity("384Mi"),
        "-XX:TieredStopAtLevel=1",
        10,
        2,
        page,
        LogLevel.WARN,
        Map.of("scalelab.dev/role", "app"));
  }

  /** A balancer that takes 64 requests a server. */
  public static BalancerSpec balancer(boolean stickySessions) {
    return new BalancerSpec(
        null,
        BalancingPolicy.ROUND_ROBIN,
        stickySessions,
        64,
        2000,
        new Quantity("500m"),
        new Quantity("128Mi"),
        Map.of("scalelab.dev/role", "load"));
  }

  static DatabaseSpec database() {
    return new DatabaseSpec(
        null,
        new Quantity("1"),
        new Quantity("512Mi"),
        new Quantity("1Gi"),
        null,
        100,
        Map.of("scalelab.dev/role", "database"));
  }

  static LoadSpec load(List<Integer> rates, List<Integer> users) {
    return load(rates, users, null, 1);
  }

  static LoadSpec load(List<Integer> rates, List<Integer> users, String image, int generators) {
    return load(rates, users, image, generators, 30);
  }

  static LoadSpec load(
      List<Integer> rates, List<Integer> users, String image, int generators, int warmUpSeconds) {
    return new LoadSpec(
        rates,
        users,
        null,
        25,
        5,
        2,
        warmUpSeconds,
        700,
        1,
        10_000,
        1L,
        image,
        new Quantity("1"),
        new Quantity("512Mi"),
        Map.of("scalelab.dev/role", "load"),
        generators);
  }
}
