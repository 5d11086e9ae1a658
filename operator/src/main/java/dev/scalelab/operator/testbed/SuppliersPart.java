package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The emulator of outside suppliers, which starts with the servers that order from it. */
public final class SuppliersPart implements Part {
  private final Testbed testbed;

  public SuppliersPart(Testbed testbed) {
    this.testbed = testbed;
  }

  @Override
  public String name() {
    return "Suppliers";
  }

  @Override
  public String text() {
    return "the suppliers";
  }

  @Override
  public Reason reason() {
    return Reason.SUPPLIER_NOT_READY;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesSuppliers();
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
    return testbed.supplier(scene.experiment(), scene.configuration());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.deploySuppliers(scene.experiment(), scene.configuration());
  }
}
