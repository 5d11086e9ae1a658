package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Provisioner;

/** Which provisioners a cluster has. */
public interface ServedKinds {
  /** Whether its API server has the kind with which the provisioner creates pods. */
  boolean serves(Provisioner provisioner);
}
