package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceSpec;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rule that disturbances concern pods that every configuration has. Pure. */
public final class DisturbedTiers {
  private DisturbedTiers() {}

  /** The same plan with what its disturbances cannot concern as violations. */
  public static Plan checked(Plan plan, Topology topology) {
    if (plan.spec().disturbances().isEmpty()) {
      return plan;
    }
    List<Violation> found = new ArrayList<>();
    for (Configuration configuration : plan.configurations()) {
      Map<String, Integer> tiers = tiers(topology.podGroups(configuration));
      for (int i = 0; i < plan.spec().disturbances().size() && found.isEmpty(); i++) {
        check(plan.spec().disturbances().get(i), i, configuration, tiers, found);
      }
    }
    return plan.refusedFor(found);
  }

  /** The load generators are not part of what is disturbed: without them nothing is measured. */
  private static Map<String, Integer> tiers(List<PodGroup> groups) {
    return groups.stream()
        .filter(group -> !group.tier().equals(Tier.LOAD) && group.count() > 0)
        .collect(
            Collectors.toMap(
                group -> name(group.tier()), PodGroup::count, Integer::sum, TreeMap::new));
  }

  /** A tier as a spec names it. */
  static String name(Tier tier) {
    return tier.label().substring(0, 1).toUpperCase(Locale.ROOT) + tier.label().substring(1);
  }

  private static void check(
      DisturbanceSpec given,
      int index,
      Configuration configuration,
      Map<String, Integer> tiers,
      List<Violation> found) {
    String field = "spec.disturbances[" + index + "]";
    Integer pods = tiers.get(given.tier());
    if (pods == null) {
      found.add(
          new Violation(
              field + ".tier",
              Reason.SPEC_INVALID,
              "must be one of %s, the tiers of %s"
                  .formatted(String.join(", ", tiers.keySet()), configuration.shortName())));
    } else if (given.needed() > pods) {
      found.add(
          new Violation(
              field + (given.server() == null ? ".count" : ".server"),
              Reason.SPEC_INVALID,
              "must not be more than %d, the pods of the tier %s in %s"
                  .formatted(pods, given.tier(), configuration.shortName())));
    } else if (given.action() == DisturbanceAction.SWITCHOVER && !hasReplica(configuration)) {
      found.add(
          new Violation(
              field + ".action",
              Reason.SPEC_INVALID,
              "Switchover needs a replica: give a database of %s instances: 2 or more"
                  .formatted(configuration.shortName())));
    } else if (given.action().signals() && isOfAnotherOperator(given, configuration)) {
      found.add(
          new Violation(
              field + ".action",
              Reason.SPEC_INVALID,
              "must not send signals to pods of another operator, which do not share their processes: use DeletePod, or the"
                  + " provisioner StatefulSet"));
    }
  }

  private static boolean hasReplica(Configuration configuration) {
    return configuration.databases().stream().anyMatch(one -> one.spec().instances() > 1);
  }

  private static boolean isOfAnotherOperator(DisturbanceSpec given, Configuration configuration) {
    return given.tier().equals(name(Tier.APPLICATION))
            && configuration.application().provisioner() == Provisioner.WILD_FLY_SERVER
        || given.tier().equals(name(Tier.CACHE))
            && configuration.remoteState() != null
            && configuration.remoteState().provisioner() == Provisioner.INFINISPAN;
  }
}
