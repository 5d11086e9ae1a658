package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.Part;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Scene;

/** A part of the operator in a state given by a test. */
final class GivenPart extends Part {
  private final Part part;
  private final Readiness readiness;

  GivenPart(Part part, Readiness readiness) {
    super(part.name(), part.text(), part.reason());
    this.part = part;
    this.readiness = readiness;
  }

  @Override
  public Stage stage() {
    return part.stage();
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return part.isPartOf(configuration);
  }

  @Override
  public String deployedWith() {
    return part.deployedWith();
  }

  @Override
  public boolean shieldsOthers() {
    return part.shieldsOthers();
  }

  @Override
  public boolean settlesAfterLoad() {
    return part.settlesAfterLoad();
  }

  @Override
  public int plannedSeconds(Configuration configuration) {
    return part.plannedSeconds(configuration);
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return part.patienceSeconds(configuration);
  }

  @Override
  public String job(Scene scene) {
    return part.job(scene);
  }

  @Override
  public Readiness observe(Scene scene) {
    return readiness;
  }

  @Override
  public void deploy(Scene scene) {
    throw new UnsupportedOperationException("nothing is deployed here");
  }
}
