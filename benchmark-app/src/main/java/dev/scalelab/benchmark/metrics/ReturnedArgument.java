package dev.scalelab.benchmark.metrics;

import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;

/** Returns what it gets. */
@Stateless
@Remote(Returned.class)
public class ReturnedArgument implements Returned {

  @Override
  public byte[] argument(byte[] argument) {
    return argument;
  }
}
