package dev.scalelab.operator.e2e;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Faults of the cluster during an experiment; a seed decides which, and when each begins. */
record FaultSchedule(long seed, List<Fault> faults) {
  /** An undisturbed experiment takes some two minutes and a half. */
  static final int LAST_SECOND = 120;

  private static final int MIN_FAULTS = 2;
  private static final int MAX_FAULTS = 3;
  private static final int PICKS = 1000;

  /** What happens. The numbers are the shortest and the longest time that it lasts, in seconds. */
  enum Kind {
    /** A pod of the operator, the leader's or another, is deleted without a grace period. */
    KILL_OPERATOR(0, 0),
    /** The API server cannot be reached by the leader, for less or more than its lease lasts. */
    CUT_OFF_LEADER(8, 30),
    /** The leader stands still, and then goes on as if it still had the lease. */
    FREEZE_LEADER(8, 30),
    /** A pod of the load is deleted without a grace period. */
    KILL_LOAD(0, 0),
    /** Prometheus is deleted without a grace period, with its samples. */
    KILL_PROMETHEUS(0, 0),
    /** The API server stands still. */
    STOP_API_SERVER(5, 15),
    /** Everything on a node of the servers or of the load ends at once, and the node is back. */
    LOSE_NODE(2, 10);

    private final int minSeconds;
    private final int maxSeconds;

    Kind(int minSeconds, int maxSeconds) {
      this.minSeconds = minSeconds;
      this.maxSeconds = maxSeconds;
    }

    /** Whether another operator takes over from the one that it concerns. */
    boolean needsStandby() {
      return this == CUT_OFF_LEADER || this == FREEZE_LEADER;
    }

    /** Whether it concerns the operator and its connection only, so that no run is invalid. */
    boolean isOfOperator() {
      return this == KILL_OPERATOR || this == STOP_API_SERVER || needsStandby();
    }

    private int seconds(Random random) {
      return minSeconds + random.nextInt(maxSeconds - minSeconds + 1);
    }
  }

  /**
   * One fault.
   *
   * @param atSecond when it begins, since the experiment was created
   * @param seconds how long it lasts
   * @param pick which of several pods or nodes it concerns
   */
  record Fault(Kind kind, int atSecond, int seconds, int pick) {
    <T> T of(List<T> candidates) {
      return candidates.get(pick % candidates.size());
    }
  }

  /** The schedule of a seed, in the order of time. */
  static FaultSchedule of(long seed) {
    Random random = new Random(31 * seed + 7);
    random.nextInt(); // the first numbers of neighbouring seeds are alike
    List<Fault> faults = new ArrayList<>();
    int count = MIN_FAULTS + random.nextInt(MAX_FAULTS - MIN_FAULTS + 1);
    for (int number = 0; number < count; number++) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      int second = random.nextInt(LAST_SECOND + 1);
      faults.add(new Fault(kind, second, kind.seconds(random), random.nextInt(PICKS)));
    }
    faults.sort(Comparator.comparingInt(Fault::atSecond));
    return new FaultSchedule(seed, List.copyOf(faults));
  }

  boolean needsStandby() {
    return faults.stream().anyMatch(fault -> fault.kind().needsStandby());
  }

  /** Whether all of its faults concern the operator and its connection only. */
  boolean isOfOperator() {
    return faults.stream().allMatch(fault -> fault.kind().isOfOperator());
  }

  @Override
  public String toString() {
    return faults.stream()
        .map(
            fault ->
                "%s at %d s%s"
                    .formatted(
                        fault.kind(),
                        fault.atSecond(),
                        fault.seconds() == 0 ? "" : " for " + fault.seconds() + " s"))
        .collect(Collectors.joining(", "));
  }
}
