package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.LostPod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What says more than that samples are missing. */
class LostServersTest {
  private static final Invalid NO_SAMPLES = new Invalid(Reason.SAMPLES_MISSING, "no samples");
  private static final LostPod ONE =
      new LostPod(Tier.APPLICATION, "s-base-2-app-1", "was created at 12:00");
  private static final LostPod OTHER =
      new LostPod(Tier.APPLICATION, "s-base-2-app-0", "was created at 12:01");
  private static final LostPod GONE =
      new LostPod(Tier.APPLICATION, null, "1 of 2 pods of the servers are gone");

  private final RunResult run = Given.run(1, RunPhase.RUNNING);
  private final List<Instant> asked = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(names = {"SAMPLES_MISSING", "MEMBER_MISSING"})
  void aLostServerIsNamedFirst(Reason found) {
    assertThat(named(run, new Invalid(found, "its samples"), ONE, OTHER))
        .isEqualTo(
            new Invalid(
                Reason.SERVER_RESTARTED, "pod s-base-2-app-1 was created at 12:00; its samples"));
    assertThat(asked).containsExactly(Given.JUST_NOW);
  }

  @Test
  void soIsOneThatIsGone() {
    assertThat(named(run, NO_SAMPLES, GONE))
        .isEqualTo(
            new Invalid(
                Reason.SERVER_RESTARTED, "1 of 2 pods of the servers are gone; no samples"));
  }

  @Test
  void withoutALostServerTheReasonStays() {
    assertThat(named(run, NO_SAMPLES)).isEqualTo(NO_SAMPLES);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOAD_FAILED", "STEPS_MISSING", "NOT_STEADY", "AUDIT_FAILED"})
  void otherReasonsStayAndNobodyLooks(Reason found) {
    Invalid other = new Invalid(found, "seen");

    assertThat(named(run, other, ONE)).isEqualTo(other);
    assertThat(asked).isEmpty();
  }

  @Test
  void aServerThatADisturbanceTookWasNotLost() {
    RunResult disturbed = disturbed("s-base-2-app-1");

    assertThat(named(disturbed, NO_SAMPLES, ONE)).isEqualTo(NO_SAMPLES);
    assertThat(named(disturbed, NO_SAMPLES, GONE)).isEqualTo(NO_SAMPLES);
    assertThat(named(disturbed, NO_SAMPLES, ONE, OTHER).message())
        .isEqualTo("pod s-base-2-app-0 was created at 12:01; no samples");
  }

  @Test
  void soWasOneThatFollowsItUnderAnotherName() {
    RunResult disturbed = disturbed("s-base-2-lb-6d4b-x7k2p");
    LostPod going = new LostPod(Tier.BALANCER, "s-base-2-lb-6d4b-x7k2p", "is being deleted");
    LostPod next = new LostPod(Tier.BALANCER, "s-base-2-lb-6d4b-q9z4w", "was created at 12:00");

    assertThat(named(disturbed, NO_SAMPLES, going, next)).isEqualTo(NO_SAMPLES);
    assertThat(named(disturbed, NO_SAMPLES, next, ONE).message())
        .isEqualTo("pod s-base-2-app-1 was created at 12:00; no samples");
  }

  private RunResult disturbed(String pod) {
    return run.disturbedBy(
        DisturbanceResult.prepared("kill", List.of(new DisturbedPod(pod, "n", "u")), "12:00")
            .withBegunAt("12:00"));
  }

  private Invalid named(RunResult run, Invalid found, LostPod... lost) {
    return LostServers.named(
        Given.warm(run),
        run,
        found,
        moment -> {
          asked.add(moment);
          return List.of(lost);
        });
  }
}
