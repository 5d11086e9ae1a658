package dev.scalelab.operator.reconcile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the operator remembers of experiments between passes, by their uid. Nobody says when one was
 * deleted, so only those that were looked at last are kept.
 */
final class RecentlySeen {
  private static final int KEPT = 1000;

  private RecentlySeen() {}

  /** An empty map for several threads. */
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
