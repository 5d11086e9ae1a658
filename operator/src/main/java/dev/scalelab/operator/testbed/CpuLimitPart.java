package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The CPU limit at which servers are measured, which is lower than the one at which they start. */
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
