package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ClockBounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The records that the pods of a Job have printed so far.
 *
 * @param records each pod's records in their order, by the pod's number from 0; without pods that
 *     have printed none
 * @param clocks the clock of the pod that differs most from the operator's, by step
 * @param excess which pod exceeded the limit of output, and that limit; empty if none did
 * @param rotated which pod's output was partly rotated away; empty if none was, or if it was not
 *     read from its beginning
 */
public record JobOutput(
    Map<Integer, List<LoadRecord>> records,
    Map<Integer, ClockBounds> clocks,
    Optional<String> excess,
    Optional<String> rotated) {
  /** Output that is not read. */
  public static final JobOutput NONE =
      new JobOutput(Map.of(), Map.of(), Optional.empty(), Optional.empty());
}
