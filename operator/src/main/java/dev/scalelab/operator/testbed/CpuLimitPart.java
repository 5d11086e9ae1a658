package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;

/** The CPU limit at which servers are measured, which is lower than the one at which they start. */
public final class CpuLimitPart extends Part {
  private final Testbed testbed;

  public CpuLimitPart(Testbed testbed) {
    super("CpuLimit", "the CPU limit", Reason.RESIZE_FAILED);
    this.testbed = testbed;
  }

  /** It is set repeatedly until it is in force, since something may reset it. */
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
