package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.domain.Bean;
import dev.scalelab.benchmark.cells.domain.Done;
import java.util.List;

/**
 * The work of a request, as JSON.
 *
 * @param beans in the order of their calls
 * @param numbers number of pseudo-random numbers generated
 * @param allocatedBytes held during a call
 * @param leakedBytes never released
 * @param last the last number, in hexadecimal: proof that all of them were generated
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
