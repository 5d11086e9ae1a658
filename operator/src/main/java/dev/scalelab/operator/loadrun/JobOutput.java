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
 * @param clocks the clock of each pod, by step and by the pod's number
 * @param excess which pod exceeded the limit of output, and that limit; empty if none did
 * @param rotated which pod's output was partly rotated away; empty if none was, or if it was not
 *     read from its beginning
 * @param unread which pod's output was not read to its end though it was to be read whole, and why
 */
public record JobOutput(
    Map<Integer, List<LoadRecord>> records,
    Map<Integer, Map<String, ClockBounds>> clocks,
    Optional<String> excess,
    Optional<String> rotated,
    Optional<String> unread) {
  /** Output that is not read. */
  public static final JobOutput NONE =
      new JobOutput(Map.of(), Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
}
