package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A kind of objects of testbeds, of which the operator has a watch.
 *
 * @param name its name in messages
 * @param api its objects in the API
 * @param page how many of them are in memory at a time while they are listed
 * @param reduce takes away what the operator does not read, before an object is kept
 * @param state what of an object wakes its experiment when it changes, besides its spec; null for a
 *     kind that has no state
 */
public record WatchedKind<T extends HasMetadata>(
    String name,
    Function<
            KubernetesClient,
            MixedOperation<T, ? extends KubernetesResourceList<T>, ? extends Resource<T>>>
        api,
    long page,
    Consumer<T> reduce,
    Function<T, Object> state) {

  private static final long PAGE = 50;

  /**
   * A kind of another operator, which may not be installed, or only later. Of its spec only single
   * values are kept, such as the number of instances.
   */
  public static WatchedKind<GenericKubernetesResource> of(ResourceDefinitionContext definition) {
    return new WatchedKind<>(
        definition.getPlural() + "." + definition.getGroup(),
        client -> client.genericKubernetesResources(definition),
        PAGE,
        WatchedKind::reduce,
        object -> object.getAdditionalProperties().get("status"));
  }

  private static void reduce(GenericKubernetesResource object) {
    WatchedKinds.reduceMetadata(object);
    if (object.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec) {
      Map<Object, Object> values = new LinkedHashMap<>(spec);
      values.values().removeIf(value -> value instanceof Map || value instanceof Collection);
      object.setAdditionalProperty("spec", values);
    }
  }
}
