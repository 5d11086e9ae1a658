package dev.scalelab.benchmark.cells.domain;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The work that beans have done.
 *
 * @param beans in the order of their calls
 * @param numbers number of pseudo-random numbers generated
 * @param allocatedBytes held during a call
 * @param leakedBytes never released
 * @param last the last number of all: identical whenever the same calls are made
 */
public record Done(List<Bean> beans, long numbers, long allocatedBytes, long leakedBytes, long last)
    implements Serializable {

  /** The sum of this work and the work that another bean did next. */
  Done and(Done next) {
    return new Done(
        Stream.concat(beans.stream(), next.beans.stream()).toList(),
        numbers + next.numbers,
        allocatedBytes + next.allocatedBytes,
        leakedBytes + next.leakedBytes,
        next.last);
  }
}
