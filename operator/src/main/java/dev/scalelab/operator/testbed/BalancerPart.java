package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The balancer, which starts with the servers. */
public final class BalancerPart implements Part {
  private final Testbed testbed;

  public BalancerPart(Testbed testbed) {
    this.testbed = testbed;
  }

  @Override
  public String name() {
    return "Balancer";
  }

  @Override
  public String text() {
    return "the balancer";
  }

  @Override
  public Reason reason() {
    return Reason.BALANCER_NOT_READY;
  }

  @Override
  public String deployedWith() {
    return ServersPart.NAME;
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().serversSeconds();
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
