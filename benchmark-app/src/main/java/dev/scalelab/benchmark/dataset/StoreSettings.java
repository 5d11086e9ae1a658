package dev.scalelab.benchmark.dataset;

import java.util.function.UnaryOperator;

/**
 * The environment variables of the databases that share the portal's customers, as this tool and
 * the start of a server read them.
 */
public final class StoreSettings {
  /** Maximum number of these databases: a server has a data source for each. */
  public static final int MAX = 5;

  private StoreSettings() {}

  /** What the variables of a database begin with, by its number from 1. */
  public static String prefix(int number) {
    return number == 1 ? "DB" : "DB_" + name(number);
  }

  /** The name of a database from the second on, in its variables. */
  public static String name(int number) {
    return "STORE" + number;
  }

  /**
   * Their number: the highest whose host is set.
   *
   * @param environment the value of a variable, empty if it is not set
   */
  public static int count(UnaryOperator<String> environment) {
    int last = MAX;
    while (last > 1 && environment.apply(prefix(last) + "_HOST").isBlank()) {
      last--;
    }
    return last;
  }
}
