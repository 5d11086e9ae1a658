package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;

/** Puts objects of an experiment into the cluster, and never over somebody else's. */
@ApplicationScoped
public class Applier {
  /** The name under which the API server notes what the operator has set. */
  static final String FIELD_MANAGER = "scalelab-operator";

  private final KubernetesClient client;

  public Applier(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Makes the object what it should be, whether it is there or not.
   *
   * @param owner the experiment that the object was made for
   * @throws NotOwnedException when an object of this name is there that is not the owner's
   */
  public void apply(HasMetadata owner, HasMetadata desired) {
    HasMetadata present = client.resource(desired).get();
    if (present != null) {
      requireOwned(owner, present);
    }
    client.resource(desired).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
  }

  /**
   * Makes the object when it is not there; leaves it as it is when it is.
   *
   * @param owner the experiment that the object was made for
   * @throws NotOwnedException when an object of this name is there that is not the owner's
   */
  public void create(HasMetadata owner, HasMetadata desired) {
    HasMetadata present =
        client.resource(desired).createOr(existing -> client.resource(desired).get());
    if (present != null) {
      requireOwned(owner, present);
    }
  }

  private static void requireOwned(HasMetadata owner, HasMetadata present) {
    if (!Owner.owns(owner, present)) {
      throw new NotOwnedException(present);
    }
  }
}
