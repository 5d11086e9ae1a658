package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.run;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import org.junit.jupiter.api.Test;

/** A lost Infinispan server makes a run invalid, as a lost application server does. */
class CacheValidityTest {
  private static final Validity.Expected TWO_CACHES = EXPECTED.withCaches(2);

  @Test
  void allOfThemInOneClusterAreValid() {
    assertThat(Validity.check(seen(2), TWO_CACHES)).isEmpty();
  }

  @Test
  void oneLessIsInvalid() {
    assertThat(Validity.check(seen(1), TWO_CACHES))
        .hasValueSatisfying(
            invalid -> {
              assertThat(invalid.reason()).isEqualTo(Reason.MEMBER_MISSING);
              assertThat(invalid.message()).startsWith("in step 2, 1 of 2 Infinispan servers");
            });
  }

  @Test
  void anUnknownNumberIsInvalid() {
    assertThat(Validity.check(seen(null), TWO_CACHES))
        .hasValueSatisfying(
            invalid -> assertThat(invalid.reason()).isEqualTo(Reason.MEMBER_MISSING));
    assertThat(Validity.check(seen(null), EXPECTED)).as("where there are none").isEmpty();
  }

  private static RunResult seen(Integer membersInSecondStep) {
    return run(step(1, with(2)), step(2, with(membersInSecondStep)));
  }

  private static Evidence with(Integer members) {
    return evidence(50.0, 3, 0.3, 0).withCache(new CacheEvidence(members, 100.0, 50.0, 99.0, 40.0));
  }
}
