package dev.scalelab.benchmark.cells.domain;

import java.lang.ref.Reference;
import java.util.List;

/**
 * A call of a bean and the work that the bean does: generates numbers, allocates, leaks, throws,
 * calls other beans.
 *
 * @param repetitions number of repetitions, each of {@value #NUMBERS_PER_REPETITION} pseudo-random
 *     numbers
 * @param memoryBytes held until the call returns
 * @param leakBytes never released
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

  /** Chosen so that a repetition takes about a microsecond on one core. */
  public static final int NUMBERS_PER_REPETITION = 600;

  /**
   * Runs the call.
   *
   * @param seed of the pseudo-random numbers
   * @throws BeanThrewException if the table says so, for this call or for one below
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
    // Like a bean's local variables: reachable while the beans that it calls work.
    Reference.reachabilityFence(memory);
    return done;
  }
}
