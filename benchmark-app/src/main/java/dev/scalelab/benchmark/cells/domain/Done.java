package dev.scalelab.benchmark.cells.domain;

import java.util.List;
import java.util.stream.Stream;

/**
 * What beans have done.
 *
 * @param beans in the order of their calls
 * @param numbers pseudo-random numbers drawn
 * @param allocatedBytes held during a call
 * @param leakedBytes never given back
 * @param last number of all: the same wherever the same calls are made
 */
public record Done(
    List<Bean> beans, long numbers, long allocatedBytes, long leakedBytes, long last) {

  /** This, and then what another bean has done. */
  Done and(Done next) {
    return new Done(
        Stream.concat(beans.stream(), next.beans.stream()).toList(),
        numbers + next.numbers,
        allocatedBytes + next.allocatedBytes,
        leakedBytes + next.leakedBytes,
        next.last);
  }
}
