package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import java.util.Locale;

/**
 * Why a run cannot be trusted.
 *
 * @param reason the first rule that it breaks
 * @param message what was found for each rule that it breaks, with figures
 */
public record Invalid(Reason reason, String message) {
  /** With a message in this format. */
  static Invalid of(Reason reason, String format, Object... values) {
    return new Invalid(reason, String.format(Locale.ROOT, format, values));
  }
}
