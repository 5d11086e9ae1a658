package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Evidence;

/** The result of collecting a step's evidence. */
public sealed interface EvidenceResult {
  /** Every figure that a valid step needs is available. */
  record Complete(Evidence evidence) implements EvidenceResult {}

  /**
   * Samples of the window may still arrive: collect again in some seconds.
   *
   * @param reason what it waits for, as text for users
   */
  record NotYet(String reason) implements EvidenceResult {}

  /**
   * The samples will not come: the step cannot be trusted.
   *
   * @param reason the absent figures, or why Prometheus could not be queried
   */
  record Missing(String reason) implements EvidenceResult {}
}
