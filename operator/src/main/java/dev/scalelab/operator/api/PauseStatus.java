package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.time.Duration;
import java.time.Instant;

/**
 * Pauses of an experiment that has started: times in which it has no testbed, since it is suspended
 * or waits for its turn to continue.
 */
public record PauseStatus(
    @JsonPropertyDescription(
            "When the current pause began (RFC 3339); absent while it is measured.")
        String since,
    @JsonPropertyDescription("Sum of the earlier pauses, in seconds.") Long seconds,
    @JsonPropertyDescription(
            "When the latest of the earlier pauses ended (RFC 3339); absent without one.")
        String ended)
    implements OmitsNulls {

  /** The pauses with one that begins now, unless one has begun before. */
  public static PauseStatus begun(PauseStatus before, Instant now) {
    if (before != null && before.since() != null) {
      return before;
    }
    return before == null
        ? new PauseStatus(now.toString(), 0L, null)
        : new PauseStatus(now.toString(), before.seconds(), before.ended());
  }

  /** The pauses, the current one of which ends now; null if there was none. */
  public static PauseStatus ended(PauseStatus before, Instant now) {
    return before == null || before.since() == null
        ? before
        : new PauseStatus(null, before.upTo(now), now.toString());
  }

  /** Seconds in all pauses up to a time. */
  public long upTo(Instant now) {
    long current =
        since == null ? 0 : Math.max(0, Duration.between(Instant.parse(since), now).toSeconds());
    return seconds + current;
  }
}
