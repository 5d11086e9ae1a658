package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The components of testbeds, in the order in which they become ready. */
public final class Topology {
  private final List<Component> components;

  /** A topology of these components, first to last. */
  public Topology(List<Component> components) {
    this.components = List.copyOf(components);
  }

  /** The components of a configuration's testbed. */
  public List<Component> of(Configuration configuration) {
    return components.stream().filter(component -> component.isPartOf(configuration)).toList();
  }

  /** The groups of pods of a configuration's testbed. */
  public List<PodGroup> podGroups(Configuration configuration) {
    return of(configuration).stream()
        .flatMap(component -> component.podGroups(configuration).stream())
        .toList();
  }

  /** Settings of all pods in all of a plan's configurations: they decide which nodes it uses. */
  public Set<PodSettings> settings(Plan plan) {
    return plan.systems().stream()
        .flatMap(system -> podGroups(system).stream())
        .map(PodGroup::settings)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Kinds of other operators of which components make objects. */
  public List<ResourceDefinitionContext> kinds() {
    return components.stream().flatMap(component -> component.kinds().stream()).toList();
  }

  /** What the components know of an object that is being deleted; empty if nothing. */
  String whileDeleted(HasMetadata object) {
    return components.stream()
        .map(component -> component.whileDeleted(object))
        .filter(known -> !known.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** The component of which a pod of a configuration's testbed is. */
  Optional<Component> ofPod(Configuration configuration, Pod pod) {
    String tier = pod.getMetadata().getLabels().get(Labels.TIER);
    return of(configuration).stream()
        .filter(
            component ->
                component.podGroups(configuration).stream()
                    .anyMatch(group -> group.tier().label().equals(tier)))
        .findFirst();
  }

  /** The spec with the images of all components replaced. */
  ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    ScalabilityExperimentSpec changed = spec;
    for (Component component : components) {
      changed = component.withImages(changed, change);
    }
    return changed;
  }

  /** A component and those that are deployed with it. */
  public List<Component> deployedTogether(Configuration configuration, String name) {
    return of(configuration).stream()
        .filter(component -> component.name().equals(name) || name.equals(component.deployedWith()))
        .toList();
  }

  /**
   * All components, observed up to the first that is not ready. While one that shields the others
   * is working, only that is observed.
   */
  public List<ComponentState> observe(ComponentContext context) {
    List<Component> all = of(context.configuration());
    Map<Component, Readiness> shields = new HashMap<>();
    for (Component component : all) {
      if (component.shieldsOthers()
          && isDue(all, component, context)
          && isReached(all, component, context)) {
        Readiness readiness = component.observe(context);
        if (isWorking(component, readiness)) {
          return all.stream()
              .map(
                  other -> ComponentState.of(other, context, other == component ? readiness : null))
              .toList();
        }
        shields.put(component, readiness);
      }
    }
    List<ComponentState> states = new ArrayList<>();
    boolean ready = true;
    for (Component component : all) {
      Readiness readiness =
          ready && isDue(all, component, context)
              ? shields.computeIfAbsent(component, any -> component.observe(context))
              : null;
      ComponentState state = ComponentState.of(component, context, readiness);
      states.add(state);
      ready = ready && state.isDone(names(all), context.trial().waiting());
    }
    return states;
  }

  /** All components; only those that must be ready again after a load are observed. */
  public List<ComponentState> observeAfterLoad(ComponentContext context) {
    return of(context.configuration()).stream()
        .map(
            component ->
                ComponentState.of(
                    component,
                    context,
                    component.settlesAfterLoad() ? component.observe(context) : null))
        .toList();
  }

  /** All components, without observing them. */
  public List<ComponentState> unobserved(ComponentContext context) {
    return of(context.configuration()).stream()
        .map(component -> ComponentState.of(component, context, null))
        .toList();
  }

  /**
   * Whether a component must be observed: one that was ready before a run is not observed again
   * until the next.
   */
  private static boolean isDue(List<Component> all, Component component, ComponentContext context) {
    boolean warm = context.trial().testbedReadyTime() != null;
    return switch (component.stage()) {
      case TESTBED -> true;
      case ONCE -> !warm;
      case RUN -> warm && !isBeyond(all, component, context);
      case NEVER -> false;
    };
  }

  /** One that waits because its name is taken by another object is not working. */
  private static boolean isWorking(Component component, Readiness readiness) {
    return readiness.state() == Readiness.State.WAITING && readiness.reason() == component.reason();
  }

  /** Whether it, or a later one, has been deployed for the trial. */
  private static boolean isReached(
      List<Component> all, Component component, ComponentContext context) {
    Waiting furthest = context.trial().waiting();
    return furthest != null && !ComponentOrder.after(names(all), component.name(), furthest.part());
  }

  private static boolean isBeyond(
      List<Component> all, Component component, ComponentContext context) {
    return ComponentOrder.isBeyond(names(all), context.trial().waiting(), component.name());
  }

  private static List<String> names(List<Component> components) {
    return components.stream().map(Component::name).toList();
  }
}
