package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Evidence;

/** What came of collecting a step's evidence. */
public sealed interface EvidenceResult {
  /** Every figure that a valid step needs is there. */
  record Complete(Evidence evidence) implements EvidenceResult {}

  /**
   * Samples of the window may still arrive: ask again in some seconds.
   *
   * @param reason what it waits for, for people
   */
  record NotYet(String reason) implements EvidenceResult {}

  /**
   * The samples will not come: the step cannot be trusted.
   *
   * @param reason the figures that are absent, or why Prometheus could not be asked
   */
  record Missing(String reason) implements EvidenceResult {}
}
