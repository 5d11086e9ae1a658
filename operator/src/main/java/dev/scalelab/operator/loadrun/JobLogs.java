package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ClockBounds;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the logs of one Job's pods once. */
final class JobLogs {
  /** Maximum time for reading the logs of one Job. */
  static final Duration MAX_READING = Duration.ofSeconds(30);

  private final PodLogs logs;
  private final OutputMemory memory;
  private final Clock clock;
  private final Duration maxReading;
  private final String late;
  private final long begin = System.nanoTime();
  private final Map<Integer, List<LoadRecord>> records = new TreeMap<>();
  private final Map<Integer, Map<String, ClockBounds>> clocks = new TreeMap<>();
  private Optional<String> excess = Optional.empty();
  private Optional<String> rotated = Optional.empty();
  private Optional<String> unread = Optional.empty();

  JobLogs(PodLogs logs, OutputMemory memory, Clock clock, Duration maxReading) {
    this.logs = logs;
    this.memory = memory;
    this.clock = clock;
    this.maxReading = maxReading;
    this.late = "was not read to its end within %d s".formatted(maxReading.toSeconds());
  }

  /**
   * What the pods have printed, and had printed when they were read before.
   *
   * @param knownSteps number of the last step that is already recorded; it is not read again
   * @param whole whether to read from the beginning of each log
   */
  JobOutput read(List<Pod> pods, int knownSteps, boolean whole) {
    RecordReader reader = new RecordReader(knownSteps);
    for (Pod pod : pods) {
      int number = JobReader.number(pod);
      if ("Pending".equals(pod.getStatus().getPhase()) || records.containsKey(number)) {
        continue;
      }
      PodOutput output = memory.of(pod, clock.instant());
      output.forget(knownSteps);
      if (late()) { // nodes do not answer: it is read next time
        unread(pod, whole, late);
      } else if (excess.isEmpty()) {
        read(pod, reader, output, whole);
      }
      add(number, output);
    }
    return new JobOutput(records, clocks, excess, rotated, unread);
  }

  private boolean late() {
    return System.nanoTime() - begin >= maxReading.toNanos();
  }

  private void unread(Pod pod, boolean whole, String message) {
    if (whole && unread.isEmpty()) {
      unread = Optional.of("the log of pod %s %s".formatted(pod.getMetadata().getName(), message));
    }
  }

  /** A log that is longer than is read at a time is read on from the last line. */
  private void read(Pod pod, RecordReader reader, PodOutput output, boolean whole) {
    boolean started = output.started();
    Optional<Instant> since = whole ? Optional.empty() : output.readUpTo();
    boolean first = true;
    while (true) {
      RecordReader.OfPod own = reader.next(first && !whole ? output.bytes() : 0);
      Instant from = clock.instant();
      boolean answered = logs.read(pod, since, own);
      output.add(own, answered && !own.unfinished(), from, clock.instant());
      if (!answered) {
        unread(pod, whole, "could not be read");
      }
      if (first && whole) {
        rotated = rotated.or(() -> Rotation.of(pod, own, started));
      }
      first = false;
      if (!own.unfinished() || own.excess().isPresent()) {
        own.excess().ifPresent(message -> exceeded(pod, message));
        return;
      }
      if (own.lastLine().isEmpty() || !after(own.lastLine().get(), since)) {
        exceeded(
            pod, "more than %d MiB in a second".formatted(RecordReader.MAX_OUTPUT_BYTES >> 20));
        return;
      }
      since = own.lastLine();
      if (!whole || late()) {
        unread(pod, whole, late);
        return; // it goes on next time
      }
    }
  }

  /** The kubelet takes times in whole seconds. */
  private static boolean after(Instant last, Optional<Instant> since) {
    return since.isEmpty() || last.getEpochSecond() > since.get().getEpochSecond();
  }

  private void exceeded(Pod pod, String message) {
    excess =
        Optional.of(
            "pod %s printed %s: its output must contain only records"
                .formatted(pod.getMetadata().getName(), message));
  }

  private void add(int number, PodOutput output) {
    if (!output.records().isEmpty()) {
      records.put(number, output.records());
    }
    output
        .clocks()
        .forEach(
            (step, bounds) ->
                clocks
                    .computeIfAbsent(step, none -> new TreeMap<>())
                    .putIfAbsent("" + number, bounds));
  }
}
