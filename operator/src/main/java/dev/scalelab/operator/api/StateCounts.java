package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * What became of the state of users' sessions, as the users saw it; each session is counted once,
 * when it ended.
 */
public record StateCounts(
    @JsonPropertyDescription(
            "Sessions that ended in the window, and of which a server had acknowledged a change: intact + lost +"
                + " rolledBack + stale + repeated + unknown.")
        Long sessions,
    @JsonPropertyDescription("Those whose state was as acknowledged whenever it was seen.")
        Long intact,
    @JsonPropertyDescription("Of the intact ones, those that another server continued.") Long moved,
    @JsonPropertyDescription("Those whose state was gone, or was that of another session.")
        Long lost,
    @JsonPropertyDescription(
            "Those whose state was older than acknowledged, and stayed so, or was changed so.")
        Long rolledBack,
    @JsonPropertyDescription(
            "Those of which a server showed an older state once, and the acknowledged one later.")
        Long stale,
    @JsonPropertyDescription("Those in which a change was made more than once.") Long repeated,
    @JsonPropertyDescription(
            "Those whose last request failed, and whose state no server showed afterwards.")
        Long unknown)
    implements OmitsNulls {

  /** A load generator of the user's own may leave out what it does not count. */
  public StateCounts {
    sessions = orZero(sessions);
    intact = orZero(intact);
    moved = orZero(moved);
    lost = orZero(lost);
    rolledBack = orZero(rolledBack);
    stale = orZero(stale);
    repeated = orZero(repeated);
    unknown = orZero(unknown);
  }

  private static Long orZero(Long count) {
    return count == null ? (Long) 0L : count;
  }

  /** The sum of both. */
  public StateCounts plus(StateCounts other) {
    return new StateCounts(
        sessions + other.sessions,
        intact + other.intact,
        moved + other.moved,
        lost + other.lost,
        rolledBack + other.rolledBack,
        stale + other.stale,
        repeated + other.repeated,
        unknown + other.unknown);
  }
}
