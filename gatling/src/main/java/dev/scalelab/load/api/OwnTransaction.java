package dev.scalelab.load.api;

import io.gatling.javaapi.core.ChainBuilder;

/**
 * A business transaction of your own, for the workload own. Its class has a public constructor
 * without parameters and is named in {@code META-INF/services/dev.scalelab.load.api.OwnTransaction}
 * of its jar. When users come, how long the steps are, and all recording is not its business.
 */
public interface OwnTransaction {

  /**
   * The name in the experiment's spec, in records and in metrics: a small letter, then at most 39
   * letters or digits.
   */
  String name();

  /** Requests of one that goes well; one that makes more or fewer of them has failed. */
  int requests();

  /**
   * What a user does, as Gatling's chain of requests; asked for once. Every request is made by
   * {@link OwnContext#request}. The chain must come to its end: Gatling's {@code exitHere} and its
   * like would leave the transaction open.
   */
  ChainBuilder chain(OwnContext context);
}
