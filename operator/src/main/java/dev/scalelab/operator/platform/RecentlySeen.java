package dev.scalelab.operator.platform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * State of objects in memory, mostly by their uid. There is no notification of every deletion, so
 * only the most recently used entries are kept.
 */
public final class RecentlySeen {
  private static final int KEPT = 1000;

  private RecentlySeen() {}

  /** An empty, thread-safe map of 1,000 entries at most. */
  public static <V> Map<String, V> map() {
    return map(KEPT);
  }

  /**
   * An empty, thread-safe map.
   *
   * @param kept the largest number of entries
   */
  public static <V> Map<String, V> map(int kept) {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > kept;
          }
        });
  }
}
