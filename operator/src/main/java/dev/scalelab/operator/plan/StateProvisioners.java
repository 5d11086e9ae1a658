package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.api.SystemSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Who creates the Infinispan servers. Where it is left open it is the same for all configurations,
 * since they are compared, and does not change once the first trial has started. Pure.
 */
public final class StateProvisioners {
  /** As in status.effective.provisioners; others than that of the first have their system, too. */
  private static final String STATE = "state";

  private static final int MAX_RECORDED = 100;

  private StateProvisioners() {}

  /**
   * The plan without any choice left, and without the configurations that their provisioner cannot
   * express. Hashes and names do not change.
   *
   * @param status the experiment's status, which may be null
   * @param served whether the cluster serves Infinispan
   */
  public static Plan in(Plan plan, ScalabilityExperimentStatus status, boolean served) {
    if (plan.configurations().stream().noneMatch(StateProvisioners::isAuto)) {
      return plan;
    }
    Provisioner auto = auto(plan, status, served);
    Plan chosen = plan.withSpecs(spec -> isAuto(spec.system().state()) ? with(spec, auto) : spec);
    List<Configuration> configurations = new ArrayList<>(chosen.configurations());
    List<Violation> refused = ProvisionerLimits.removeRefused(configurations);
    return chosen.with(configurations).refusedFor(refused);
  }

  /** As recorded by an experiment that has started, else as the cluster and the plan allow. */
  private static Provisioner auto(Plan plan, ScalabilityExperimentStatus status, boolean served) {
    EffectiveSettings recorded =
        status == null || status.startTime() == null ? null : status.effective();
    if (recorded != null && recorded.provisioners() != null) {
      return plan.configurations().stream()
          .filter(StateProvisioners::isAuto)
          .flatMap(one -> Stream.of(key(one), STATE))
          .filter(recorded.provisioners()::containsKey)
          .findFirst()
          .map(recorded.provisioners()::get)
          .orElse(Provisioner.STATEFUL_SET);
    }
    boolean expressible =
        plan.systems().stream()
            .filter(StateProvisioners::isAuto)
            .allMatch(one -> InfinispanLimits.violations(one).isEmpty());
    return served && expressible ? Provisioner.INFINISPAN : Provisioner.STATEFUL_SET;
  }

  private static ScalabilityExperimentSpec with(
      ScalabilityExperimentSpec spec, Provisioner provisioner) {
    SystemSpec system = spec.system();
    RemoteStateSpec remote = system.state().remote();
    return spec.withSystem(
        system.withState(system.state().with(remote.withProvisioner(provisioner))));
  }

  /** By whom the Infinispan servers of a plan are created; empty if it has none. */
  public static Map<String, Provisioner> used(Plan plan) {
    Map<String, Provisioner> used = new LinkedHashMap<>();
    for (Configuration one : plan.configurations()) {
      if (one.remoteState() != null) {
        Provisioner provisioner = one.remoteState().provisioner();
        if (used.putIfAbsent(STATE, provisioner) != null
            && used.get(STATE) != provisioner
            && used.size() <= MAX_RECORDED) {
          used.put(key(one), provisioner);
        }
      }
    }
    return used;
  }

  private static String key(Configuration configuration) {
    return "%s[%s]".formatted(STATE, configuration.system());
  }

  private static boolean isAuto(Configuration configuration) {
    return isAuto(configuration.spec().system().state());
  }

  private static boolean isAuto(StateSpec state) {
    return state.storesRemotely() && state.remote().provisioner() == Provisioner.AUTO;
  }
}
