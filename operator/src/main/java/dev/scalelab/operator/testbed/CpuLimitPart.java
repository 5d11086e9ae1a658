package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The CPU limit that servers are measured at, which is less than the one that they start with. */
public final class CpuLimitPart implements Part {
  private final Testbed testbed;

  public CpuLimitPart(Testbed testbed) {
    this.testbed = testbed;
  }

  @Override
  public String name() {
    return "CpuLimit";
  }

  @Override
  public String text() {
    return "the CPU limit";
  }

  @Override
  public Reason reason() {
    return Reason.RESIZE_FAILED;
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().serversSeconds();
  }

  /** Until it is in force it is set again and again: something may set it back. */
  @Override
  public Readiness observe(Scene scene) {
    Readiness limit = testbed.cpuLimit(scene.experiment(), scene.configuration());
    return limit.state() == Readiness.State.READY ? limit : Readiness.incomplete(limit.detail());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.setCpuLimit(scene.experiment(), scene.configuration());
  }
}
