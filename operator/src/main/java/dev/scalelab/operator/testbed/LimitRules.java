package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.testbed.ClusterFacts.Limit;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Holds what an experiment's pods ask for against the LimitRanges of their namespace. */
final class LimitRules {
  private static final String VOLUME = "PersistentVolumeClaim";
  private static final String STORAGE = "storage";

  private final Demand demand;
  private final Limit limit;
  private final List<Violation> found = new ArrayList<>();

  private LimitRules(Demand demand, Limit limit) {
    this.demand = demand;
    this.limit = limit;
  }

  /** Everything that a LimitRange does not let in. */
  static List<Violation> violations(
      ScalabilityExperimentSpec spec, Demand demand, List<Limit> limits) {
    List<Violation> found = new ArrayList<>();
    for (Limit limit : limits) {
      LimitRules rules = new LimitRules(demand, limit);
      if (VOLUME.equals(limit.type())) {
        rules.volume();
      } else if (List.of("Container", "Pod").contains(limit.type())) {
        rules.pods(spec);
      }
      found.addAll(rules.found);
    }
    return found;
  }

  private void volume() {
    if (demand.storage() != null) {
      within("spec.system.database.storage", "needs", STORAGE, demand.storage(), demand.storage());
    }
  }

  private void pods(ScalabilityExperimentSpec spec) {
    Quantity cpu = spec.system().application().cpu();
    boolean boosted = demand.application().cpuLimit().compareTo(cpu) > 0;
    String servers = "spec.system.application.";
    String serversCpu = servers + (boosted ? "startupCpu" : Resources.CPU);
    pod(serversCpu, servers + Resources.MEMORY, "needs", demand.application());
    tier("spec.system.balancer.", demand.balancer());
    tier("spec.load.", demand.load());
    if (demand.database() != null) {
      tier("spec.system.database.", demand.database());
      unnamed("spec.workload.name", "the dataset's Jobs need", demand.dataset());
    }
    if (demand.supplier() != null) {
      unnamed("spec.workload.ecperf", "the suppliers' emulator needs", demand.supplier());
    }
  }

  /** Pods whose resources are fields of the experiment. */
  private void tier(String tier, Resources resources) {
    pod(tier + Resources.CPU, tier + Resources.MEMORY, "needs", resources);
  }

  /** Pods whose resources no field says: the field is what makes them necessary. */
  private void unnamed(String field, String needs, Resources resources) {
    pod(field, field, needs, resources);
  }

  private void pod(String cpuField, String memoryField, String needs, Resources resources) {
    within(cpuField, needs, Resources.CPU, resources.cpuRequest(), resources.cpuLimit());
    within(
        memoryField, needs, Resources.MEMORY, resources.memoryRequest(), resources.memoryLimit());
  }

  private void within(
      String field, String needs, String resource, Quantity request, Quantity most) {
    Quantity max = limit.max().get(resource);
    if (max != null && most.compareTo(max) > 0) {
      add(field, "%s %s %s".formatted(needs, most, resource), "at most " + max);
    }
    Quantity min = limit.min().get(resource);
    if (min != null && request.compareTo(min) < 0) {
      add(field, "%s only %s %s".formatted(needs, request, resource), "no less than " + min);
    }
    Quantity ratio = limit.ratio().get(resource);
    if (ratio != null && timesItsRequest(request, most).compareTo(ratio.getNumericalAmount()) > 0) {
      add(
          field,
          "%s %s %s and up to %s".formatted(needs, request, resource, most),
          "at most %s times its request".formatted(ratio));
    }
  }

  private static BigDecimal timesItsRequest(Quantity request, Quantity most) {
    return most.getNumericalAmount().divide(request.getNumericalAmount(), MathContext.DECIMAL64);
  }

  private void add(String field, String needs, String allowed) {
    String what = VOLUME.equals(limit.type()) ? "volume" : limit.type().toLowerCase(Locale.ROOT);
    found.add(
        new Violation(
            field,
            Reason.OUTSIDE_LIMIT_RANGE,
            "%s; LimitRange %s allows a %s %s".formatted(needs, limit.name(), what, allowed)));
  }
}
