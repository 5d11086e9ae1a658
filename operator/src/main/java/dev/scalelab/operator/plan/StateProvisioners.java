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
import java.util.Objects;
import java.util.stream.Collectors;
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
    Provisioners chosen = auto(plan, status, served);
    List<Configuration> configurations =
        new ArrayList<>(
            plan.withSpecs(spec -> isAuto(spec.system().state()) ? with(spec, chosen.auto()) : spec)
                .configurations());
    List<Violation> refused = ProvisionerLimits.removeRefused(configurations);
    return plan.with(
        new Provisioners(plan.provisioners().auto(), chosen.reason()), configurations, refused);
  }

  /**
   * As recorded by an experiment that has started, else as the cluster and the plan allow; with the
   * reason for the servers, too.
   */
  private static Provisioners auto(Plan plan, ScalabilityExperimentStatus status, boolean served) {
    EffectiveSettings recorded =
        status == null || status.startTime() == null ? null : status.effective();
    if (recorded != null && recorded.provisioners() != null) {
      Provisioner auto =
          plan.configurations().stream()
              .filter(StateProvisioners::isAuto)
              .flatMap(one -> Stream.of(key(one), STATE))
              .filter(recorded.provisioners()::containsKey)
              .findFirst()
              .map(recorded.provisioners()::get)
              .orElse(Provisioner.STATEFUL_SET);
      return new Provisioners(auto, recorded.provisionerReason());
    }
    String obstacle = served ? inexpressible(plan) : "this cluster serves no Infinispan";
    String reason =
        Stream.of(
                plan.provisioners().reason(),
                obstacle == null ? "this cluster serves Infinispan" : obstacle)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("; "));
    return new Provisioners(
        obstacle == null ? Provisioner.INFINISPAN : Provisioner.STATEFUL_SET, reason);
  }

  /**
   * What an Infinispan resource cannot express of the plan, and what to set so that it can; null if
   * it can express all of it.
   */
  private static String inexpressible(Plan plan) {
    return plan.systems().stream()
        .filter(StateProvisioners::isAuto)
        .flatMap(one -> InfinispanLimits.violations(one).stream())
        .findFirst()
        .map(Violation::toString)
        .orElse(null);
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
