package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The application servers. */
public final class ServersPart implements Part {
  /** Name of this part, with which balancer and suppliers are deployed. */
  static final String NAME = "Servers";

  private final Testbed testbed;

  public ServersPart(Testbed testbed) {
    this.testbed = testbed;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String text() {
    return "the servers";
  }

  @Override
  public Reason reason() {
    return Reason.SERVERS_NOT_READY;
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().serversSeconds();
  }

  @Override
  public Readiness observe(Scene scene) {
    return testbed.servers(scene.experiment(), scene.configuration());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.deployServers(scene.experiment(), scene.configuration());
  }
}
