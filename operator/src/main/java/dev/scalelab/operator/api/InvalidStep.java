package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Why a step cannot be trusted: no run with such a step is valid. */
public record InvalidStep(
    @JsonPropertyDescription("The first rule that the step breaks, as DatabaseLost.") Reason reason,
    @JsonPropertyDescription("What was found for each rule that it breaks, with figures.")
        @Size(max = InvalidStep.LONGEST)
        String message)
    implements OmitsNulls {

  /**
   * The length is limited because a trial's status holds many steps and must fit into one object.
   */
  static final int LONGEST = 512;

  public InvalidStep {
    message = Message.shorten(message, LONGEST);
  }
}
