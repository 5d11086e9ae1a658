package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The emulator of outside suppliers, which starts with the servers that order from it. */
public final class SuppliersPart extends Part {
  private final Testbed testbed;

  public SuppliersPart(Testbed testbed) {
    super("Suppliers", "the suppliers", Reason.SUPPLIER_NOT_READY);
    this.testbed = testbed;
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
  public Readiness observe(Scene scene) {
    return testbed.supplier(scene.experiment(), scene.configuration());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.deploySuppliers(scene.experiment(), scene.configuration());
  }
}
