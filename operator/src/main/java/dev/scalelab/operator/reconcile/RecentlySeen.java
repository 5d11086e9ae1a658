package dev.scalelab.operator.reconcile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * State of experiments in memory between reconciliations, by their uid. There is no notification of
 * a deletion, so only the most recently used entries are kept.
 */
final class RecentlySeen {
  private static final int KEPT = 1000;

  private RecentlySeen() {}

  /** An empty, thread-safe map. */
  static <V> Map<String, V> map() {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > KEPT;
          }
        });
  }
}
