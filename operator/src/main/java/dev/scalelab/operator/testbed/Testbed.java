package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.LostNodes;
import dev.scalelab.operator.platform.Reading;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The testbeds of an experiment as a whole: whether they can be made, where their pods are, and
 * their removal. Every method returns at once; progress is observed by calling again.
 */
@ApplicationScoped
public class Testbed {
  private final Topology topology;
  private final ClusterFactsReader facts;
  private final ClusterWatch cluster;
  private final WatchedObjects objects;
  private final ComponentPods pods;
  private final LostNodes lostNodes;
  private final Removal removal;
  private final Admission admission;
  private final DatabaseAdmission databaseAdmission;
  private final boolean nodesOnDemand;
  private final Disturber disturber;

  public Testbed(
      KubernetesClient client,
      Topology topology,
      ComponentPods pods,
      Images images,
      ExperimentSettings experiments,
      ClusterWatch cluster,
      WatchedObjects objects,
      Timing timing) {
    this.topology = topology;
    this.facts = new ClusterFactsReader(client, cluster, topology.kinds());
    this.cluster = cluster;
    this.objects = objects;
    this.pods = pods;
    this.lostNodes = new LostNodes(client);
    this.removal = new Removal(client, objects, topology.kinds(), topology::whileDeleted);
    this.admission = new Admission(client, topology, timing::nanoTime);
    this.databaseAdmission =
        new DatabaseAdmission(client, new DatabaseManifest(images), timing::nanoTime);
    this.nodesOnDemand = experiments.nodesOnDemand();
    this.disturber = new Disturber(client, topology, pods);
  }

  /**
   * What is missing in the cluster for the experiment: other operators, nodes, or databases that it
   * accepts. Empty if nothing is missing.
   */
  public List<Violation> prerequisites(ScalabilityExperiment e, Plan plan) {
    List<Violation> missing =
        Prerequisites.violations(
            topology,
            plan,
            facts.read(e.getMetadata().getNamespace(), Workload.of(plan.spec())),
            nodesOnDemand);
    return missing.stream().anyMatch(Violation::blocksStart)
        ? missing
        : Stream.concat(missing.stream(), databaseAdmission.violations(e, plan).stream()).toList();
  }

  /**
   * What is missing in the cluster for a configuration, besides nodes: those may come back
   * meanwhile.
   */
  public List<Violation> missing(ScalabilityExperiment e, Configuration configuration) {
    String namespace = e.getMetadata().getNamespace();
    List<Violation> missing =
        missing(configuration, facts.withoutNodes(namespace, configuration.workload()));
    // It fails for good, so not because of what was so some seconds ago.
    return missing.isEmpty()
        ? missing
        : missing(configuration, facts.withoutNodesByNow(namespace, configuration.workload()));
  }

  private List<Violation> missing(Configuration configuration, ClusterFacts known) {
    return topology.of(configuration).stream()
        .flatMap(component -> component.missing(configuration, known).stream())
        .map(found -> found.at(configuration.field(found.field())))
        .toList();
  }

  /** Pods that the API server would not admit, for example because of a quota. */
  public Checked admission(ScalabilityExperiment e, Plan plan) {
    return admission.violations(e, plan);
  }

  /**
   * What it means that the API server refused an object of a component as it was created; empty if
   * it has a version of the object's kind with all of its fields.
   */
  public Optional<Violation> outdated(
      ScalabilityExperiment e, Configuration configuration, String component, Refusal refused) {
    return topology.deployedTogether(configuration, component).stream()
        .filter(any -> refused.isUnknownField())
        .flatMap(one -> one.probes(e, configuration).stream())
        .filter(probe -> probe.guess() != null) // of another operator's kind
        .findFirst()
        .map(probe -> Admission.violation(configuration, probe, refused));
  }

  /** What disturbs its pods. */
  public Disturber disturber() {
    return disturber;
  }

  /** The nodes of the cluster. */
  public TierNodes nodes() {
    return cluster.tierNodes();
  }

  /** Kinds of other operators that the API server has, of those that components need. */
  public Set<String> served() {
    return topology.kinds().stream()
        .filter(cluster::serves)
        .map(ClusterFacts::kind)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What testbeds consist of, as kubectl names it: it fails for a kind that is not served. */
  public List<String> resources() {
    return Stream.concat(
            Stream.of("all", "configmaps"),
            topology.kinds().stream()
                .filter(cluster::serves)
                .map(kind -> kind.getPlural() + "." + kind.getGroup()))
        .toList();
  }

  /** What a supplier gives when it relies on no watch of testbeds' objects. */
  public <T> T fromApiServer(Supplier<T> reader) {
    return objects.fromApiServer(reader);
  }

  /** What a supplier gives, and whether a watch reports changes of what it reads of testbeds. */
  public <T> Reading<T> reading(Supplier<T> reader) {
    return objects.reading(reader);
  }

  /** All pods of the experiment, with everything that they have. */
  public List<Pod> pods(ScalabilityExperiment e) {
    return pods.whole(e);
  }

  /**
   * Measured pods of the trial and its databases that have not run all the time since a moment.
   *
   * @param all pods of the experiment
   */
  public List<LostPod> lost(Configuration configuration, Instant moment, List<Pod> all) {
    List<PodGroup> measured =
        topology.podGroups(configuration).stream().filter(PodGroup::measured).toList();
    return LostPod.since(moment, measured, all, lostNodes);
  }

  /**
   * Placement of the pods of the trial, its load and its databases.
   *
   * @param all pods of the experiment
   */
  public List<PodPlacement> placement(
      ScalabilityExperiment e, Configuration configuration, List<Pod> all) {
    Map<String, Optional<PodSpec>> requested = new HashMap<>();
    return Placements.of(
        topology.podGroups(configuration).stream()
            .flatMap(group -> all.stream().filter(group::selects)),
        pod ->
            topology
                .ofPod(configuration, pod)
                .flatMap(
                    one ->
                        requested
                            .computeIfAbsent(
                                one.requestedWith(pod), any -> one.requested(e, configuration, pod))
                            .map(spec -> one.additions(configuration, pod, spec)))
                .orElse(List.of()),
        pod ->
            topology
                .ofPod(configuration, pod)
                .filter(one -> one.choosesImage(configuration))
                .isPresent());
  }

  /**
   * Remaining objects of testbeds that a configuration cannot use, including pods.
   *
   * @param keepOwn whether its trial's own objects can be used
   */
  public Leftover unusable(ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    return removal.unusable(e, configuration, keepOwn);
  }

  /** Begins to remove what {@link #unusable} finds. */
  public void removeUnusable(
      ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    removal.removeUnusable(e, configuration, keepOwn);
  }

  /** Begins to remove every testbed of the experiment; its trials and results stay. */
  public void tearDown(ScalabilityExperiment e) {
    removal.remove(e);
  }

  /** Names of the experiments in a namespace of whose testbeds anything is left. */
  public Set<String> experimentsWithTestbeds(String namespace) {
    return removal.experimentsWithTestbeds(namespace);
  }

  /** Remaining objects that {@link #tearDown} removes, including pods. */
  public Leftover left(ScalabilityExperiment e) {
    return removal.left(e);
  }
}
