package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Which value of a factor is the best of a system. */
public record FactorResult(
    @JsonPropertyDescription("The setting, as application.heap.") String setting,
    @JsonPropertyDescription(
            "The system without it: its variant and its other factors, such as base.")
        String system,
    @JsonPropertyDescription("Number of application servers.") Integer replicas,
    @JsonPropertyDescription("The value with the highest peak.") String best,
    @JsonPropertyDescription("That peak, in transactions per second.") Double bestPerSecond,
    @JsonPropertyDescription(
            "The values whose peaks are at most 5 % lower, itself included: of numbers and quantities those beside it, in ascending"
                + " order.")
        @Size(max = FactorResult.MAX_VALUES)
        List<String> plateau,
    @JsonPropertyDescription("The same as a sentence.") @Size(max = FactorResult.LONGEST)
        String message)
    implements OmitsNulls {
  /** Values that are listed. */
  public static final int MAX_VALUES = 50;

  /** Maximum length of a sentence. */
  public static final int LONGEST = 300;

  public FactorResult {
    message = Message.shorten(message, LONGEST);
    plateau = plateau == null ? null : plateau.stream().limit(MAX_VALUES).toList();
  }
}
