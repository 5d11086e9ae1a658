package dev.scalelab.operator.reconcile;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.Controller;
import jakarta.enterprise.context.ApplicationScoped;

/** Whether this operator is the one that works, and no standby. */
@ApplicationScoped
public class Leadership {
  private final Operator operator;

  public Leadership(Operator operator) {
    this.operator = operator;
  }

  /** Whether the SDK reconciles here: a standby's watches run, and its reconciliations do not. */
  boolean isHere() {
    return operator.getRegisteredControllers().stream()
        .anyMatch(
            registered ->
                registered instanceof Controller<?> controller
                    && controller.getEventProcessor().isRunning());
  }
}
