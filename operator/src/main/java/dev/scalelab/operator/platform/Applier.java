package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;

/** Applies objects of an experiment to the cluster, and never replaces objects of other owners. */
@ApplicationScoped
public class Applier {
  /** The field manager under which the API server records fields set by the operator. */
  static final String FIELD_MANAGER = "scalelab-operator";

  private final KubernetesClient client;

  public Applier(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Creates the object, or updates one that was made of other inputs.
   *
   * @param owner the experiment for which the object is created
   * @throws NotOwnedException when an object of this name exists that the owner does not own
   */
  public void apply(HasMetadata owner, HasMetadata desired) {
    Optional<HasMetadata> present = createdBefore(desired);
    if (present.isPresent()) {
      requireOwned(owner, present.get());
      if (!sameInputs(present.get(), desired)) {
        client.resource(desired).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
      }
    }
  }

  private static boolean sameInputs(HasMetadata one, HasMetadata other) {
    String inputs = inputs(one);
    return inputs != null && inputs.equals(inputs(other));
  }

  private static String inputs(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(Labels.INPUTS_HASH);
  }

  /**
   * Creates the object if it does not exist; leaves it unchanged if it does.
   *
   * @param owner the experiment for which the object is created
   * @throws NotOwnedException when an object of this name exists that the owner does not own
   */
  public void create(HasMetadata owner, HasMetadata desired) {
    createdBefore(desired).ifPresent(present -> requireOwned(owner, present));
  }

  /** The object of this name that was there before; empty if it has been created now. */
  private Optional<HasMetadata> createdBefore(HasMetadata desired) {
    try {
      client.resource(desired).fieldValidation(validation(desired)).create();
      return Optional.empty();
    } catch (KubernetesClientException e) {
      boolean conflict = e.getCode() == HttpURLConnection.HTTP_CONFLICT;
      HasMetadata present = conflict ? client.resource(desired).get() : null;
      if (present == null) {
        throw e; // also if it was deleted meanwhile, or a webhook denies with this code
      }
      return Optional.of(present);
    }
  }

  /**
   * A field that another operator's version does not have is refused by its name: without it the
   * object would mean something else. Kubernetes' own objects may have fields that it is too old
   * for.
   */
  private static Validation validation(HasMetadata desired) {
    return desired instanceof GenericKubernetesResource ? Validation.STRICT : Validation.WARN;
  }

  private static void requireOwned(HasMetadata owner, HasMetadata present) {
    if (!present.hasOwnerReferenceFor(owner)) {
      throw new NotOwnedException(present);
    }
  }
}
