package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;

/** How an experiment's status is written: by server-side apply, and only if it has changed. */
final class StatusPatch {
  private StatusPatch() {}

  /**
   * What the SDK has to do after a reconciliation.
   *
   * @param status the status; null to keep what is stored
   * @param requeueAfter when to reconcile again; null if that is not needed
   */
  static UpdateControl<ScalabilityExperiment> control(
      ScalabilityExperiment experiment, ScalabilityExperimentStatus status, Duration requeueAfter) {
    UpdateControl<ScalabilityExperiment> control =
        status == null || status.equals(experiment.getStatus())
            ? UpdateControl.noUpdate()
            : UpdateControl.patchStatus(of(experiment, status));
    return requeueAfter == null ? control : control.rescheduleAfter(requeueAfter);
  }

  /** Only the fields that the operator owns, for the server-side apply. */
  static ScalabilityExperiment of(
      ScalabilityExperiment experiment, ScalabilityExperimentStatus status) {
    ScalabilityExperiment fresh = new ScalabilityExperiment();
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(experiment.getMetadata().getName())
            .withNamespace(experiment.getMetadata().getNamespace())
            // The write must fail for another experiment of the same name.
            .withUid(experiment.getMetadata().getUid())
            // It must not end if configurations were added meanwhile.
            .withResourceVersion(
                status.ended() ? experiment.getMetadata().getResourceVersion() : null)
            .build());
    fresh.setStatus(status);
    return fresh;
  }
}
