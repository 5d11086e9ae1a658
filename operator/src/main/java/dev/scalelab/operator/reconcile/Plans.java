package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.diagnosis.Verifications;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Provisioners;
import dev.scalelab.operator.plan.StateProvisioners;
import dev.scalelab.operator.plan.Verification;
import dev.scalelab.operator.testbed.DisturbedTiers;
import dev.scalelab.operator.testbed.PinnedImages;
import dev.scalelab.operator.testbed.ServedKinds;
import dev.scalelab.operator.testbed.Topology;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plans of experiments. That of a large sweep takes long to compute, and every reconciliation
 * needs it: so the last ones are kept, each with everything that it was computed from.
 */
@ApplicationScoped
public class Plans {
  /** A plan has up to 2000 configurations, of a few kilobytes each. */
  private static final int MAX_CONFIGURATIONS = 4000;

  private static final String VERIFYING = "/verify";

  private final PodSettings pods;
  private final Topology topology;
  private final ServedKinds kinds;

  /** By the uid of the experiment; the least recently used one first. */
  private final Map<String, Computed> plans = new LinkedHashMap<>(16, 0.75f, true);

  private record Inputs(
      String experiment,
      ScalabilityExperimentSpec spec,
      List<EffectiveDatabase> databases,
      List<TierImage> images,
      Map<String, Provisioner> provisioners,
      Verification verification,
      boolean wildFlyServers,
      boolean infinispans) {}

  private record Computed(Inputs inputs, Plan plan) {}

  /**
   * @param pods default settings of all pods
   * @param kinds what the cluster serves now
   */
  public Plans(PodSettings pods, Topology topology, ServedKinds kinds) {
    this.pods = pods;
    this.topology = topology;
    this.kinds = kinds;
  }

  /** The plan of an experiment, with the images and the provisioners that it has recorded. */
  Plan of(ScalabilityExperiment experiment) {
    return of(experiment, null, experiment.getMetadata().getUid());
  }

  /** The plan with the configuration that verifies a diagnosis, once there is one to verify. */
  Plan verifying(
      ScalabilityExperiment experiment, Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    return Verifications.next(plan, statuses)
        .map(next -> of(experiment, next, experiment.getMetadata().getUid() + VERIFYING))
        .orElse(plan);
  }

  private Plan of(ScalabilityExperiment experiment, Verification verification, String uid) {
    Inputs inputs = inputs(experiment, verification);
    synchronized (plans) {
      Computed known = plans.get(uid);
      if (known != null && known.inputs().equals(inputs)) {
        return known.plan();
      }
    }
    Plan planned =
        Planner.plan(
            inputs.experiment(), inputs.spec(), pods, experiment.recordedDatabases(), verification);
    Plan provisioned =
        Provisioners.of(experiment.getStatus(), planned, inputs.wildFlyServers()).in(planned);
    Plan stateful = StateProvisioners.in(provisioned, experiment.getStatus(), inputs.infinispans());
    Plan pinned = PinnedImages.of(experiment.getStatus()).pin(stateful, topology);
    Plan plan = DisturbedTiers.checked(pinned, topology);
    keep(uid, new Computed(inputs, plan));
    return plan;
  }

  private Inputs inputs(ScalabilityExperiment experiment, Verification verification) {
    EffectiveSettings recorded =
        experiment.getStatus() == null ? null : experiment.getStatus().effective();
    return new Inputs(
        experiment.getMetadata().getName(),
        experiment.getSpec(),
        experiment.recordedDatabases(),
        recorded == null ? null : recorded.images(),
        recorded == null ? null : recorded.provisioners(),
        verification,
        !Queue.started(experiment) && kinds.serves(Provisioner.WILD_FLY_SERVER),
        !Queue.started(experiment) && kinds.serves(Provisioner.INFINISPAN));
  }

  private void keep(String uid, Computed computed) {
    synchronized (plans) {
      plans.put(uid, computed);
      var eldest = plans.values().iterator();
      while (configurations() > MAX_CONFIGURATIONS && plans.size() > 1) {
        eldest.next();
        eldest.remove();
      }
    }
  }

  private int configurations() {
    return plans.values().stream().mapToInt(one -> one.plan().configurations().size()).sum();
  }

  /** The experiment has ended or was deleted. */
  void forget(ScalabilityExperiment experiment) {
    synchronized (plans) {
      plans.remove(experiment.getMetadata().getUid());
      plans.remove(experiment.getMetadata().getUid() + VERIFYING);
    }
  }
}
