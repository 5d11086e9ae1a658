package dev.scalelab.operator.loadrun;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The records that the pods of a Job have printed so far.
 *
 * @param records each pod's records in their order, by the pod's number from 0; without pods that
 *     have printed none
 * @param excess which pod exceeded the limit of output, and that limit; empty if none did
 */
public record JobOutput(Map<Integer, List<LoadRecord>> records, Optional<String> excess) {}
