package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;

/**
 * Why a run cannot be trusted.
 *
 * @param reason the first rule that it breaks
 * @param message what was found for each rule that it breaks, with figures
 */
public record Invalid(Reason reason, String message) {}
