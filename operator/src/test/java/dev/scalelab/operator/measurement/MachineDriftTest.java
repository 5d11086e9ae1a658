package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineDriftTest {
  private static final List<RunResult> THREE =
      List.of(run(1, 700.0), run(2, 690.0), run(3, 300.0).withPhase(RunPhase.INVALID));

  @Test
  void aRunOnASlowerMachineIsReported() {
    assertThat(MachineDrift.text(run(4, 600.0), THREE).orElseThrow())
        .startsWith(
            "the load generator's machine computed 14 % more slowly than in the other runs");
    assertThat(MachineDrift.text(run(4, 800.0), THREE).orElseThrow()).contains("15 % faster");
  }

  @Test
  void aFewPercentAreNoDrift() {
    assertThat(MachineDrift.text(run(4, 665.0), THREE)).isEmpty();
  }

  @Test
  void nothingIsKnownWithoutTheIndexOrOtherRuns() {
    assertThat(MachineDrift.text(run(4, null), THREE)).isEmpty();
    assertThat(MachineDrift.text(run(1, 600.0), List.of(run(1, 600.0)))).isEmpty();
    assertThat(MachineDrift.text(run(2, 600.0), List.of(run(1, null)))).isEmpty();
  }

  private static RunResult run(int number, Double index) {
    return ValidRuns.run(ValidRuns.step(1))
        .withNumber(number)
        .withPhase(RunPhase.VALID)
        .withMachineIndex(index);
  }
}
