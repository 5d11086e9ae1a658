package dev.scalelab.load;

import java.util.HashMap;
import java.util.Map;

/** Settings of generators on this machine that start together. */
final class Together {
  private static final String SECONDS = "40";

  private Together() {}

  /**
   * Settings of the first of several generators, which the others contact.
   *
   * @param place where it listens, kept until the run is over
   */
  static Map<String, String> of(int generators, HeldPort place, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("GENERATORS", Integer.toString(generators));
    all.put("TOGETHER_URL", place.url().toString());
    all.put("TOGETHER_SECONDS", SECONDS);
    return all;
  }

  /** The settings of another one, by its number from 0. */
  static Map<String, String> as(int generator, Map<String, String> first) {
    Map<String, String> all = new HashMap<>(first);
    all.put("GENERATOR", Integer.toString(generator));
    return all;
  }
}
