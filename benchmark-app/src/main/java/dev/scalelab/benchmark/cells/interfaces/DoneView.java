package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.domain.Bean;
import dev.scalelab.benchmark.cells.domain.Done;
import java.util.List;

/**
 * What a request has done, as JSON.
 *
 * @param beans in the order of their calls
 * @param numbers pseudo-random numbers drawn
 * @param allocatedBytes held during a call
 * @param leakedBytes never given back
 * @param last of the numbers, in hexadecimal: proof that all of them were drawn
 */
public record DoneView(
    String configuration,
    List<Bean> beans,
    long numbers,
    long allocatedBytes,
    long leakedBytes,
    String last) {

  static DoneView of(String configuration, Done done) {
    return new DoneView(
        configuration,
        done.beans(),
        done.numbers(),
        done.allocatedBytes(),
        done.leakedBytes(),
        Long.toHexString(done.last()));
  }
}
