package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Sweep;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Violations of a rejected system. */
class ResolvedSystemsTest {
  private static final Sweep.Choice BIG =
      Given.plan("small", "variants: [{name: big, system: {application: {cpu: 2}}}]")
          .choices()
          .get(1);

  @Test
  void eachCauseIsAViolationOfItsField() {
    Status refused =
        refused()
            .withNewDetails()
            .addNewCause("spec.system.application", "heap is too large", "FieldValueInvalid")
            .addNewCause("spec.system.state", "no copies", "FieldValueInvalid")
            .endDetails()
            .build();

    assertThat(ResolvedSystems.violations(BIG, refused))
        .containsExactly(
            violation("spec.variants[big].system.application", "big: heap is too large"),
            violation("spec.variants[big].system.state", "big: no copies"));
  }

  /** Possible responses of webhooks. */
  static Stream<Status> withoutCauses() {
    StatusDetails none = new StatusDetails();
    none.setCauses(null);
    return Stream.of(
        refused().build(),
        refused().withDetails(new StatusDetails()).build(),
        refused().withDetails(none).build());
  }

  @ParameterizedTest
  @MethodSource("withoutCauses")
  void aRefusalWithoutCausesIsOneViolationWithItsMessage(Status refused) {
    assertThat(ResolvedSystems.violations(BIG, refused))
        .containsExactly(violation("spec.variants[big].system", "big: not in this namespace"));
  }

  private static StatusBuilder refused() {
    return new StatusBuilder().withCode(422).withMessage("not in this namespace");
  }

  private static Violation violation(String field, String message) {
    return new Violation(field, Reason.SPEC_INVALID, message);
  }
}
