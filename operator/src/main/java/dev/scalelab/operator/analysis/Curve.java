package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ScalingModel;

/** Throughput as a function of the number of servers, fitted. */
public sealed interface Curve permits Usl, Plateau {
  /** Which model. */
  ScalingModel model();

  /** Throughput at a number of servers, measured or not. */
  double at(double replicas);

  /** The weighted sum of squared residuals of the means. */
  double sum();
}
