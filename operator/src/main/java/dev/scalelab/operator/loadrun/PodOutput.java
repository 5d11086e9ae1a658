package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ClockBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The records of one pod, of all readings of its log: a record is kept when the kubelet has rotated
 * away the part of the log that it was in. Not thread-safe: the pods of a Job are read by one
 * thread at a time.
 */
final class PodOutput {
  /** Time within which a busy node writes a printed line to the log. */
  private static final Duration WRITING = Duration.ofSeconds(2);

  /** The same from the end of a step's window, for a generator that does not report printedAt. */
  private static final Duration PRINTING = Duration.ofSeconds(5);

  private final Map<Integer, LoadRecord.Step> steps = new TreeMap<>();
  private final Map<Integer, ClockBounds> clocks = new TreeMap<>();
  private final List<LoadRecord> others = new ArrayList<>();

  /** The last moment at which the log is known not to have had what the next reading finds. */
  private Instant readAt;

  private Optional<Instant> lastLine = Optional.empty();
  private int bytes;

  /**
   * @param createdAt when the pod was created: it has printed nothing before
   */
  PodOutput(Instant createdAt) {
    readAt = createdAt;
  }

  /** Forgets steps up to this number, which are recorded elsewhere. */
  void forget(int knownSteps) {
    steps.keySet().removeIf(step -> step <= knownSteps);
    clocks.keySet().removeIf(step -> step <= knownSteps);
    bytes = steps.isEmpty() ? 0 : bytes;
  }

  /** Size of the steps that are kept, or a little more. */
  int bytes() {
    return bytes;
  }

  /** From when the next reading has to begin, by the kubelet's clock; empty if at the beginning. */
  Optional<Instant> readUpTo() {
    return lastLine;
  }

  /**
   * Adds what a reading has found.
   *
   * @param whole whether it reached the end of the log
   * @param from when it began, and by when it ended, by the operator's clock
   */
  void add(RecordReader.OfPod read, boolean whole, Instant from, Instant by) {
    List<LoadRecord> found = read.records();
    int before = steps.size();
    for (int i = 0; i < found.size(); i++) {
      boolean newest = i == found.size() - 1;
      if (found.get(i) instanceof LoadRecord.Step step) {
        if (steps.putIfAbsent(step.step(), step) == null) {
          clocks.put(step.step(), clock(step, newest, by));
        }
      } else {
        keep(found.get(i));
      }
    }
    bytes += steps.size() > before ? read.bytes() : 0; // the last second is read again each time
    lastLine = read.lastLine().or(() -> lastLine);
    if (whole) {
      readAt = from;
    }
  }

  private void keep(LoadRecord record) {
    if (others.stream().noneMatch(known -> known.getClass() == record.getClass())) {
      others.add(record);
    }
  }

  /**
   * The record was printed between two readings, by the operator's clock. The generator's own clock
   * then showed printedAt, or else the end of the window or a little later. A record that is
   * followed by others may be a copy, which is printed much later.
   */
  private ClockBounds clock(LoadRecord.Step step, boolean newest, Instant by) {
    boolean reported = step.printedAt() != null;
    Instant shown = reported ? step.printedAt() : step.measuredTo();
    Instant latest = shown.plus(reported ? WRITING : PRINTING);
    Long max = newest ? (Long) Duration.between(readAt, latest).toMillis() : null;
    return new ClockBounds(Duration.between(by, shown).toMillis(), max);
  }

  /** The records of all readings: the load's start, its steps in order, and the others. */
  List<LoadRecord> records() {
    List<LoadRecord> all = new ArrayList<>(others);
    all.removeIf(record -> !(record instanceof LoadRecord.Start));
    all.addAll(steps.values());
    others.stream().filter(record -> !(record instanceof LoadRecord.Start)).forEach(all::add);
    return all;
  }

  /** Whether the load's start was found. */
  boolean started() {
    return others.stream().anyMatch(LoadRecord.Start.class::isInstance);
  }

  /** The generator's clock, by step. */
  Map<Integer, ClockBounds> clocks() {
    return clocks;
  }
}
