package dev.scalelab.benchmark.start;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Settings as the start script hands them over. */
final class Settings {

  private Settings() {}

  /** These, the later ones in place of the earlier ones, and what the script has set. */
  @SafeVarargs
  static Map<String, String> with(Map<String, String>... settings) {
    Map<String, String> all =
        new HashMap<>(
            Map.of("POD_NAME", "app-0", "WILDFLY_HOME", "/wildfly", "SERVER_DIR", "/none/server"));
    Stream.of(settings).forEach(all::putAll);
    return all;
  }
}
