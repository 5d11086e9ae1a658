package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.report.Effective;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Records the start of an experiment, and deletes one that has been kept long enough. */
@ApplicationScoped
public class Starts {
  private static final Logger LOG = Logger.getLogger(Starts.class);

  /** How the SDK writes a status; a test compares it with the SDK's settings. */
  static final PatchContext APPLY =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("experiment")
          .withForce(true)
          .build();

  /** Gone, or changed since it was decided: then it is decided again. */
  private static final Set<Integer> GONE_OR_CHANGED =
      Set.of(HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT);

  private final KubernetesClient client;
  private final Clock clock;

  public Starts(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Writes that it has started, before its first trial is created. An experiment of a higher
   * priority or one that continues after a pause may come at any moment, and must wait for it even
   * if the operator is killed next. What Auto means is written with it, since it does not change
   * from here on.
   */
  void record(ScalabilityExperiment experiment, Plan plan) {
    ScalabilityExperimentStatus before =
        experiment.getStatus() == null
            ? ScalabilityExperimentStatus.none()
            : experiment.getStatus();
    ScalabilityExperimentStatus started =
        before.with(
            all ->
                all.phase(Phase.RUNNING)
                    .startTime(clock.instant().toString())
                    .effective(Effective.of(plan, before, List.of())));
    client.resource(StatusPatch.of(experiment, started)).subresource("status").patch(APPLY);
  }

  /** Deletes it, and by owner references everything of it, unless it was changed meanwhile. */
  void expire(ScalabilityExperiment experiment) {
    try {
      client
          .resource(experiment)
          .lockResourceVersion(experiment.getMetadata().getResourceVersion())
          .delete();
    } catch (KubernetesClientException e) {
      if (!GONE_OR_CHANGED.contains(e.getCode())) {
        throw e;
      }
      LOG.debugf("%s was changed before its deletion", experiment.getMetadata().getName());
    }
  }
}
