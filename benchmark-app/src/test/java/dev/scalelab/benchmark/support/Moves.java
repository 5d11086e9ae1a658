package dev.scalelab.benchmark.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The metrics that a test's load must move, and that the test checks: with {@link Moved}, or more
 * precisely. That a series exists says nothing: one that is always 0 exists too.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Moves {

  /** Their names; with the first labels where only some of the series count. */
  String[] value();
}
