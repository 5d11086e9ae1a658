package dev.scalelab.operator.loadrun;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the pods of a Job have printed so far, as far as it is records.
 *
 * @param records each pod's records in their order, by the pod's number from 0; without those that
 *     have printed none
 * @param excess which pod printed more than is read, and what the limit is; empty when none did
 */
public record JobOutput(Map<Integer, List<LoadRecord>> records, Optional<String> excess) {}
