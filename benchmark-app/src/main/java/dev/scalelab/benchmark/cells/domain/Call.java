package dev.scalelab.benchmark.cells.domain;

import java.lang.ref.Reference;
import java.util.List;

/**
 * The call of a bean, and what the bean does then: draws numbers, allocates, leaks, throws, calls
 * other beans.
 *
 * @param repetitions of {@value #NUMBERS_PER_REPETITION} pseudo-random numbers each
 * @param memoryBytes held until the call returns
 * @param leakBytes never given back
 * @param throwing whether it ends in an exception, before it calls others
 * @param calls of other beans, one after the other
 */
public record Call(
    Bean bean,
    int repetitions,
    int memoryBytes,
    int leakBytes,
    boolean throwing,
    List<Call> calls) {

  /** Chosen so that a repetition takes a core about a microsecond. */
  public static final int NUMBERS_PER_REPETITION = 600;

  /**
   * Does it.
   *
   * @param seed of the pseudo-random numbers
   * @throws BeanThrewException when the table says so, of this call or of one below
   */
  public Done run(long seed, Beans beans, Leak leak) {
    long numbers = (long) repetitions * NUMBERS_PER_REPETITION;
    long last = new RandomNumbers(seed).draw(numbers);
    byte[] memory = new byte[memoryBytes];
    if (leakBytes > 0) {
      leak.keep(leakBytes);
    }
    if (throwing) {
      throw new BeanThrewException(bean);
    }
    Done done = new Done(List.of(bean), numbers, memoryBytes, leakBytes, last);
    for (Call next : calls) {
      done = done.and(beans.call(next, done.last()));
    }
    // As a bean's own variables are: there while others work for it.
    Reference.reachabilityFence(memory);
    return done;
  }
}
