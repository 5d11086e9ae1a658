package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;

/** The balancer, which starts with the servers. */
public final class BalancerPart extends Part {
  private final Testbed testbed;

  public BalancerPart(Testbed testbed) {
    super("Balancer", "the balancer", Reason.BALANCER_NOT_READY);
    this.testbed = testbed;
  }

  @Override
  public String deployedWith() {
    return ServersPart.NAME;
  }

  @Override
  public Readiness observe(Scene scene) {
    return testbed.balancer(scene.experiment(), scene.configuration());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.deployBalancer(scene.experiment(), scene.configuration());
  }
}
