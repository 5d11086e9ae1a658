package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.SystemSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who creates the servers of the configurations that leave it open. It is the same for all of them,
 * since they are compared, and does not change once the first trial has started. Pure.
 *
 * @param auto what Auto means
 * @param reason why, for users; null if no configuration has Auto
 */
public record Provisioners(Provisioner auto, String reason) {
  /** Without any choice. */
  static final Provisioners BUILT_IN = new Provisioners(Provisioner.STATEFUL_SET, null);

  private static final String APPLICATION = "application";

  /** Besides the system as given. */
  private static final int MAX_RECORDED = 100;

  /**
   * As recorded by an experiment that has started, else as the cluster and the plan allow.
   *
   * @param status the experiment's status, which may be null
   * @param served whether the cluster serves WildFlyServer
   */
  public static Provisioners of(ScalabilityExperimentStatus status, Plan plan, boolean served) {
    Optional<Configuration> first =
        plan.configurations().stream().filter(Provisioners::isAuto).findFirst();
    if (first.isEmpty()) {
      return BUILT_IN;
    }
    EffectiveSettings recorded =
        status == null || status.startTime() == null ? null : status.effective();
    return recorded == null || recorded.provisioners() == null
        ? chosen(plan, served)
        : recorded(recorded, first.get());
  }

  private static Provisioners recorded(EffectiveSettings recorded, Configuration one) {
    Map<String, Provisioner> known = recorded.provisioners();
    return new Provisioners(
        known.getOrDefault(key(one), known.get(APPLICATION)), recorded.provisionerReason());
  }

  private static Provisioners chosen(Plan plan, boolean served) {
    if (!served) {
      return new Provisioners(Provisioner.STATEFUL_SET, "this cluster serves no WildFlyServer");
    }
    return plan.systems().stream()
        .filter(Provisioners::isAuto)
        .flatMap(system -> WildFlyServerLimits.violations(system).stream())
        .findFirst()
        .map(limit -> new Provisioners(Provisioner.STATEFUL_SET, limit.toString()))
        .orElseGet(
            () ->
                new Provisioners(Provisioner.WILD_FLY_SERVER, "this cluster serves WildFlyServer"));
  }

  /**
   * The plan with this in place of Auto, and without the configurations that their provisioner
   * cannot express. Hashes and names do not change.
   */
  public Plan in(Plan plan) {
    List<Configuration> configurations = new ArrayList<>(plan.withSpecs(this::in).configurations());
    List<Violation> refused = ProvisionerLimits.removeRefused(configurations);
    return plan.with(this, configurations, refused);
  }

  private ScalabilityExperimentSpec in(ScalabilityExperimentSpec spec) {
    SystemSpec system = spec.system();
    return system.application().provisioner() == Provisioner.AUTO
        ? spec.withSystem(system.withApplication(system.application().withProvisioner(auto)))
        : spec;
  }

  /** By whom the servers of the system as given are created, and those of others if they differ. */
  public Map<String, Provisioner> used(Plan plan) {
    Provisioner given = plan.spec().system().application().provisioner();
    Map<String, Provisioner> used = new LinkedHashMap<>();
    used.put(APPLICATION, resolved(given));
    plan.configurations().stream()
        .filter(one -> resolved(one.application().provisioner()) != used.get(APPLICATION))
        .filter(one -> used.size() <= MAX_RECORDED)
        .forEach(one -> used.put(key(one), resolved(one.application().provisioner())));
    return used;
  }

  private Provisioner resolved(Provisioner given) {
    return given == Provisioner.AUTO ? auto : given;
  }

  private static String key(Configuration configuration) {
    return "%s[%s]".formatted(APPLICATION, configuration.system());
  }

  private static boolean isAuto(Configuration configuration) {
    return configuration.application().provisioner() == Provisioner.AUTO;
  }
}
