package dev.scalelab.operator.loadrun;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The output of the pods that are being read, which their kubelets may rotate away at any time.
 * Thread-safe. After a restart of the operator it is empty: what is still in the logs is then read
 * again, and what was recorded is in the trial.
 */
final class OutputMemory {
  /** The pods of a run are read every few seconds until it has ended. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private record Entry(PodOutput output, Instant used) {}

  private final Map<String, Entry> byUid = new HashMap<>();

  /** The output of a pod so far. */
  synchronized PodOutput of(Pod pod, Instant now) {
    byUid.values().removeIf(entry -> entry.used().plus(KEPT).isBefore(now));
    String uid = pod.getMetadata().getUid();
    Entry known = byUid.get(uid);
    Entry used =
        new Entry(
            known == null
                ? new PodOutput(Instant.parse(pod.getMetadata().getCreationTimestamp()))
                : known.output(),
            now);
    byUid.put(uid, used);
    return used.output();
  }
}
