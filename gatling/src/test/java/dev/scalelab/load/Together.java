package dev.scalelab.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;

/** Settings of generators of this machine that begin together. */
final class Together {
  private static final String SECONDS = "40";

  private Together() {}

  /** Those of the first of so many, which the others ask when to begin. */
  static Map<String, String> of(int generators, Map<String, String> settings) throws IOException {
    Map<String, String> all = new HashMap<>(settings);
    all.put("GENERATORS", Integer.toString(generators));
    try (ServerSocket free = new ServerSocket(0)) {
      all.put("TOGETHER_URL", "http://127.0.0.1:" + free.getLocalPort());
    }
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
