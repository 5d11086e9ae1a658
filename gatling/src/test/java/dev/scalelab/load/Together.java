package dev.scalelab.load;

import java.util.HashMap;
import java.util.Map;

/** Settings of generators of this machine that begin together. */
final class Together {
  private static final String SECONDS = "40";

  private Together() {}

  /**
   * Those of the first of so many, which the others ask when to begin.
   *
   * @param place where they ask, kept until the run is over
   */
  static Map<String, String> of(int generators, HeldPort place, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("GENERATORS", Integer.toString(generators));
    all.put("TOGETHER_URL", place.url().toString());
    all.put("TOGETHER_SECONDS", SECONDS);
    return all;
  }

  /** The same for another of them, by its number from 0. */
  static Map<String, String> as(int generator, Map<String, String> first) {
    Map<String, String> all = new HashMap<>(first);
    all.put("GENERATOR", Integer.toString(generator));
    return all;
  }
}
