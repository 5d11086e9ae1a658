package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;

/** The application servers. */
public final class ServersPart extends Part {
  /** Name of this part, with which balancer and suppliers are deployed. */
  static final String NAME = "Servers";

  private final Testbed testbed;

  public ServersPart(Testbed testbed) {
    super(NAME, "the servers", Reason.SERVERS_NOT_READY);
    this.testbed = testbed;
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
