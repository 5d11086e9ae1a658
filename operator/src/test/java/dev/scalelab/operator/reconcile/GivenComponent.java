package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;

/** A part of the operator in a state given by a test. */
final class GivenComponent extends Component {
  private final Component component;
  private final Readiness readiness;

  GivenComponent(Component component, Readiness readiness) {
    super(component.name(), component.text(), component.reason());
    this.component = component;
    this.readiness = readiness;
  }

  @Override
  public String goal() {
    return component.goal();
  }

  @Override
  public Stage stage() {
    return component.stage();
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return component.isPartOf(configuration);
  }

  @Override
  public String deployedWith() {
    return component.deployedWith();
  }

  @Override
  public boolean shieldsOthers() {
    return component.shieldsOthers();
  }

  @Override
  public boolean settlesAfterLoad() {
    return component.settlesAfterLoad();
  }

  @Override
  public int plannedSeconds(Configuration configuration) {
    return component.plannedSeconds(configuration);
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return component.patienceSeconds(configuration);
  }

  @Override
  public String job(ComponentContext context) {
    return component.job(context);
  }

  @Override
  public Readiness observe(ComponentContext context) {
    return readiness;
  }

  @Override
  public void deploy(ComponentContext context, Applier applier) {
    throw new UnsupportedOperationException("nothing is deployed here");
  }
}
