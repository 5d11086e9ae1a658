package dev.scalelab.load.api;

import io.gatling.javaapi.core.ChainBuilder;

/**
 * A business transaction of your own, for the workload custom. Its class has a public constructor
 * without parameters and is listed in {@code
 * META-INF/services/dev.scalelab.load.api.OwnTransaction} of its jar. Arrivals, steps and recording
 * are handled by the load generator.
 */
public interface OwnTransaction {

  /**
   * The name in the experiment's spec, in records and in metrics: a lower-case letter, then up to
   * 39 letters or digits.
   */
  String name();

  /**
   * Number of requests of a successful transaction; a transaction with another number of requests
   * has failed.
   */
  int requests();

  /**
   * The actions of a user, as Gatling's chain of requests; called once. Every request must be made
   * by {@link OwnContext#request}. The chain must come to its end: Gatling's {@code exitHere} and
   * similar would leave the transaction in flight.
   */
  ChainBuilder chain(OwnContext context);
}
