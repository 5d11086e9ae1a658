package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Whatever is killed, stands still or is cut off at random moments of an experiment, it ends with a
 * reason, no step is lost or counted twice, and nothing is left behind. -Dschedules is the number
 * of schedules, and -Dseed the seed of the first; the others have the seeds that follow.
 */
@Isolated("it breaks the cluster that others use")
class FaultSchedulesE2E {
  private static final int SCHEDULES = Integer.getInteger("schedules", 3);
  private static final long SEED = Long.getLong("seed", 1);

  @Test
  @Timeout(value = 24, unit = TimeUnit.HOURS)
  void loseNothingAndCountNothingTwice() {
    Assumptions.assumeTrue(
        Machine.apiServer().isPresent(), "it stops processes of the embedded cluster");
    List<String> failures = new ArrayList<>();
    try (Cluster cluster = new Cluster()) {
      Recovery recovery = new Recovery(cluster);
      int operators = recovery.operators();
      for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
        FaultSchedule schedule = FaultSchedule.of(seed);
        recovery.begin(schedule.needsStandby() ? Math.max(2, operators) : operators);
        ScheduleRun run = new ScheduleRun(cluster, schedule);
        List<String> problems = problems(run);
        String report = report(schedule, run, problems);
        System.out.println(report);
        if (!problems.isEmpty()) {
          failures.add(report);
        }
      }
      recovery.begin(operators);
    }
    assertThat(failures).as("of %d schedules from seed %d", SCHEDULES, SEED).isEmpty();
  }

  /** One that cannot be completed is a failure, and the next is tried all the same. */
  private static List<String> problems(ScheduleRun run) {
    try {
      return run.problems();
    } catch (Exception | AssertionError e) {
      return List.of(e.toString());
    }
  }

  private static String report(FaultSchedule schedule, ScheduleRun run, List<String> problems) {
    return "seed %d, %s: again with -Dschedules=1 -Dseed=%d%nfaults: %s%n%s%nproblems: %s"
        .formatted(
            schedule.seed(),
            problems.isEmpty() ? "passed" : "failed",
            schedule.seed(),
            schedule,
            String.join("\n", run.happened()),
            problems.isEmpty() ? "none" : "\n" + String.join("\n", problems));
  }
}
