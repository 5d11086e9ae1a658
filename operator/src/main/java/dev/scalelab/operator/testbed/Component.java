package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A piece of a testbed: its objects, its pods, its readiness, its timeout and its reason of
 * failure. Its objects have the labels of their experiment, trial and tier, by which they are
 * removed. Everything that is done for all pieces iterates over the components, so a new one needs
 * no change elsewhere but in the list of them.
 */
public abstract class Component {
  /** When a component is observed. */
  public enum Stage {
    /** In every reconciliation outside a run. */
    TESTBED,
    /** Only until the testbed is ready for its first run. */
    ONCE,
    /** Before each run. */
    RUN,
    /** Never: nobody waits for it. */
    NEVER
  }

  /** What most components have to become. */
  public static final String READY = "ready";

  private final String name;
  private final String text;
  private final Reason reason;

  protected Component(String name, String text, Reason reason) {
    this.name = name;
    this.text = text;
    this.reason = reason;
  }

  /** Its name, as in status.waiting.part of a trial. */
  public final String name() {
    return name;
  }

  /** Its name in messages, such as "the database". */
  public final String text() {
    return text;
  }

  /** Reason with which a trial fails if the component does not become ready. */
  public final Reason reason() {
    return reason;
  }

  /** What it has to become, in the message that it is not. */
  public String goal() {
    return READY;
  }

  /** When it is observed. */
  public Stage stage() {
    return Stage.TESTBED;
  }

  /** Whether testbeds of a configuration have it. */
  public boolean isPartOf(Configuration configuration) {
    return true;
  }

  /** Its pods in a configuration's testbed; empty for one without pods. Pure, and cheap. */
  public List<PodGroup> podGroups(Configuration configuration) {
    return List.of();
  }

  /**
   * The spec with the image of each tier of its pods replaced, where the spec has a field for it.
   * Pure.
   *
   * @param change from the image, null for the chart's, to the one that replaces it
   */
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    return spec;
  }

  /**
   * Whether its pods run the image of the spec or the chart. If another operator chooses it, it is
   * not pinned.
   */
  public boolean choosesImage(Configuration configuration) {
    return true;
  }

  /** The objects that it creates for a trial, unless it is a Job. */
  public List<HasMetadata> objects(ScalabilityExperiment experiment, Configuration configuration) {
    return List.of();
  }

  /** Kinds of its objects that are not Kubernetes' own. */
  public List<ResourceDefinitionContext> kinds() {
    return List.of();
  }

  /** What is missing in the cluster for it in a configuration, besides nodes. Pure. */
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    return List.of();
  }

  /**
   * What {@link #missing} depends on: it is asked once for configurations for which it is equal.
   */
  public Object missingDependsOn(Configuration configuration) {
    return configuration.spec();
  }

  /** The objects whose admission decides whether an experiment can start. */
  public List<AdmissionProbe> probes(
      ScalabilityExperiment experiment, Configuration configuration) {
    List<HasMetadata> objects = objects(experiment, configuration);
    return podGroups(configuration).stream()
        .flatMap(
            group ->
                objects.stream()
                    .filter(object -> pod(object, group.tier().label()).isPresent())
                    .map(object -> AdmissionProbe.exact(group.field(), object)))
        .toList();
  }

  /**
   * The spec with which one of its pods was requested, before any webhook; empty if it is unknown.
   */
  public Optional<PodSpec> requested(
      ScalabilityExperiment experiment, Configuration configuration, Pod pod) {
    String tier = pod.getMetadata().getLabels().get(Labels.TIER);
    return objects(experiment, configuration).stream()
        .flatMap(object -> pod(object, tier).stream())
        .map(Pod::getSpec)
        .findFirst();
  }

  /** Pods for which this is equal were requested alike: those of one owner. */
  public String requestedWith(Pod pod) {
    return pod.getMetadata().getLabels().get(Labels.TIER)
        + pod.getMetadata().getOwnerReferences().stream()
            .map(owner -> "/" + owner.getKind() + "/" + owner.getName())
            .findFirst()
            .orElse("");
  }

  /** What one of its pods has that was not requested. */
  public List<String> additions(Configuration configuration, Pod pod, PodSpec requested) {
    boolean resized = podGroups(configuration).stream().anyMatch(PodGroup::resized);
    return PodAdditions.of(pod, requested, resized);
  }

  /** The first pod of an object whose controller is Kubernetes' own, if it is of this tier. */
  private static Optional<Pod> pod(HasMetadata object, String tier) {
    return ControlledPod.of(object)
        .filter(pod -> pod.getMetadata().getLabels().get(Labels.TIER).equals(tier));
  }

  /** What is known of one of its objects that is being deleted; empty if nothing is. */
  public String whileDeleted(HasMetadata object) {
    return "";
  }

  /** Name of the component with which it is deployed; null if it is deployed separately. */
  public String deployedWith() {
    return null;
  }

  /**
   * Whether components before it are not observed while it is working, since its load may disturb
   * them.
   */
  public boolean shieldsOthers() {
    return false;
  }

  /** Whether it must be ready again after a load, before the load's results are counted. */
  public boolean settlesAfterLoad() {
    return false;
  }

  /**
   * Whether its experiment is woken when its readiness changes, as by the objects of its testbed.
   * Otherwise it is observed often.
   */
  public boolean isWatched() {
    return true;
  }

  /** Planned time until it is ready, in seconds; its timeout begins after that. */
  public int plannedSeconds(Configuration configuration) {
    return 0;
  }

  /** Timeout for its readiness, in seconds. */
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().serversSeconds();
  }

  /** Name of its Job; null if it has none. */
  public String job(ComponentContext context) {
    return null;
  }

  /** Its readiness, from the state of the cluster. */
  public abstract Readiness observe(ComponentContext context);

  /**
   * Creates its missing objects, or applies required changes; may be repeated.
   *
   * @throws dev.scalelab.operator.platform.NotOwnedException when an object of the same name exists
   *     that was not created for the experiment
   */
  public void deploy(ComponentContext context, Applier applier) {
    objects(context.experiment(), context.configuration())
        .forEach(object -> applier.apply(context.experiment(), object));
  }

  /** Gives pods that a disturbance has replaced what the others were given after their start. */
  public void restore(ComponentContext context) {}
}
