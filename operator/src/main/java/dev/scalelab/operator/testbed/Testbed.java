package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.Events;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The testbed of a trial: deploys it, reports its readiness with a reason, and removes it. Every
 * method returns at once; progress is observed by calling again. Every deployment can be repeated.
 * Deployments throw IllegalStateException when an object of the same name exists that was not
 * created for the experiment.
 */
@ApplicationScoped
public class Testbed {
  private static final PatchContext STRATEGIC_MERGE = PatchContext.of(PatchType.STRATEGIC_MERGE);

  private final KubernetesClient client;
  private final Applier applier;
  private final Events events;
  private final DatabaseManifest database;
  private final ApplicationManifest application;
  private final BalancerManifest balancer;
  private final SupplierManifest supplier;
  private final ClusterFactsReader facts;
  private final ClusterWatch cluster;
  private final Removal removal;
  private final Admission admission;
  private final DatabaseAdmission databaseAdmission;
  private final EndedContainers ended;
  private final DatabaseStates states;
  private final boolean nodesOnDemand;

  public Testbed(
      KubernetesClient client,
      Applier applier,
      Events events,
      Images images,
      TestbedSettings settings,
      ExperimentSettings experiments,
      ClusterWatch cluster) {
    this.client = client;
    this.applier = applier;
    this.events = events;
    this.database = new DatabaseManifest(images);
    this.application = new ApplicationManifest(images, settings);
    this.balancer = new BalancerManifest(images, application);
    this.supplier = new SupplierManifest(images, settings);
    this.facts = new ClusterFactsReader(client, cluster);
    this.cluster = cluster;
    this.removal = new Removal(client);
    this.admission = new Admission(client, images, settings, System::nanoTime);
    this.databaseAdmission = new DatabaseAdmission(client, database, System::nanoTime);
    this.ended = new EndedContainers(client);
    this.states = new DatabaseStates(client, events, ended);
    this.nodesOnDemand = experiments.nodesOnDemand();
  }

  /**
   * What the cluster lacks for the experiment: CloudNativePG, nodes, or databases that it accepts.
   * Empty if nothing is missing.
   */
  public List<Violation> prerequisites(ScalabilityExperiment e, Plan plan) {
    List<Violation> missing =
        Prerequisites.violations(
            plan, facts.read(namespace(e), Workload.of(plan.spec())), nodesOnDemand);
    return missing.stream().anyMatch(Violation::bars)
        ? missing
        : Stream.concat(missing.stream(), databaseAdmission.violations(e, plan).stream()).toList();
  }

  /**
   * Tiers that the API server would not admit, for example because of a quota.
   *
   * @param jobs the Jobs of a configuration, with the field on which each depends
   */
  public List<Violation> admission(
      ScalabilityExperiment e, Plan plan, Function<Configuration, Map<HasMetadata, String>> jobs) {
    return admission.violations(e, plan, cluster.resizable(), jobs);
  }

  /** The nodes of the cluster. */
  public TierNodes nodes() {
    return cluster.tierNodes();
  }

  /**
   * Creates the layout's missing databases, all at once. Existing ones are not changed:
   * CloudNativePG would restart one if its image were changed to the same image by digest.
   */
  public void deployDatabases(ScalabilityExperiment e, Configuration t) {
    t.databases().forEach(one -> applier.create(e, database.cluster(e, t, one)));
  }

  /** Whether each of the layout's databases accepts connections. */
  public Readiness databases(ScalabilityExperiment e, Configuration t) {
    Map<String, Readiness> databases = new LinkedHashMap<>();
    t.databases().forEach(one -> databases.put(one.name(), states.of(e, one)));
    return DatabaseReadiness.ofAll(databases);
  }

  /** The application servers. */
  public void deployServers(ScalabilityExperiment e, Configuration t) {
    applier.apply(e, application.service(e, t));
    applier.apply(e, application.servers(e, t, cluster.resizable()));
  }

  /** The balancer in front of the servers. */
  public void deployBalancer(ScalabilityExperiment e, Configuration t) {
    applier.apply(e, balancer.configuration(e, t));
    applier.apply(e, balancer.service(e, t));
    applier.apply(e, balancer.balancer(e, t));
  }

  /** The suppliers' emulator. */
  public void deploySuppliers(ScalabilityExperiment e, Configuration t) {
    applier.apply(e, supplier.service(e, t));
    applier.apply(e, supplier.emulator(e, t));
  }

  /** Whether every server is ready. */
  public Readiness servers(ScalabilityExperiment e, Configuration t) {
    HasMetadata servers =
        client
            .apps()
            .statefulSets()
            .inNamespace(namespace(e))
            .withName(Names.application(t.name()))
            .get();
    String unready = "%d of %d servers ready";
    return readiness(
        e, t, Tier.APPLICATION, servers, Reason.SERVERS_NOT_READY, t.replicas(), unready);
  }

  /** Whether the balancer sees every server. */
  public Readiness balancer(ScalabilityExperiment e, Configuration t) {
    HasMetadata balancer = deployment(e, Names.balancer(t.name()));
    String unready = "the balancer does not see all %d servers yet".formatted(t.replicas());
    return readiness(e, t, Tier.BALANCER, balancer, Reason.BALANCER_NOT_READY, 1, unready);
  }

  /** Whether the suppliers' emulator answers. */
  public Readiness supplier(ScalabilityExperiment e, Configuration t) {
    HasMetadata emulator = deployment(e, Names.supplier(t.name()));
    String unready = "the suppliers' emulator does not answer yet";
    return readiness(e, t, Tier.SUPPLIER, emulator, Reason.SUPPLIER_NOT_READY, 1, unready);
  }

  private Readiness readiness(
      ScalabilityExperiment e,
      Configuration t,
      Tier tier,
      HasMetadata maker,
      Reason reason,
      int wanted,
      String unready) {
    return notOwned(e, maker, reason)
        .orElseGet(
            () ->
                new PodsReadiness(() -> ended.withLastWords(pods(e, t, tier)), events::latest)
                    .of(maker, reason, wanted, unready));
  }

  /** Sets the CPU limit for the measurement on servers that do not have it yet. */
  public void setCpuLimit(ScalabilityExperiment e, Configuration t) {
    String patch =
        client.getKubernetesSerialization().asJson(ApplicationManifest.cpuLimit(t.application()));
    for (Pod pod : limit(t, pods(e, t, Tier.APPLICATION)).notRequested()) {
      client
          .pods()
          .inNamespace(namespace(e))
          .resource(pod)
          .subresource(CpuLimit.RESIZE)
          .patch(STRATEGIC_MERGE, patch);
    }
  }

  /** Whether every server runs at the CPU limit at which it is measured. */
  public Readiness cpuLimit(ScalabilityExperiment e, Configuration t) {
    return limit(t, pods(e, t, Tier.APPLICATION)).readiness();
  }

  /** Placement of the pods of the trial, its load, its suppliers and its databases. */
  public List<PodPlacement> placement(ScalabilityExperiment e, Configuration t) {
    Stream<Pod> measured =
        Stream.of(Tier.APPLICATION, Tier.BALANCER).flatMap(tier -> pods(e, t, tier).stream());
    Stream<Pod> databases =
        t.databases().stream()
            .flatMap(one -> databasePods(e, one.cluster()).stream())
            .filter(pod -> "Running".equals(pod.getStatus().getPhase()));
    Stream<Pod> beside =
        Stream.of(Tier.SUPPLIER, Tier.LOAD).flatMap(tier -> pods(e, t, tier).stream());
    return Placements.of(
        Stream.of(measured, databases, beside).flatMap(pods -> pods),
        new PodTemplates(client, tier -> template(e, t, tier)));
  }

  private PodTemplateSpec template(ScalabilityExperiment e, Configuration t, Tier tier) {
    return switch (tier) {
      case APPLICATION -> application.servers(e, t, cluster.resizable()).getSpec().getTemplate();
      case SUPPLIER -> supplier.emulator(e, t).getSpec().getTemplate();
      default -> balancer.balancer(e, t).getSpec().getTemplate();
    };
  }

  /**
   * Remaining objects of testbeds that a configuration cannot use, including pods.
   *
   * @param ownToo whether its trial's own objects can be used
   */
  public Leftover unusable(ScalabilityExperiment e, Configuration t, boolean ownToo) {
    return removal.unusable(e, t, ownToo);
  }

  /** Begins to remove what {@link #unusable} finds. */
  public void removeUnusable(ScalabilityExperiment e, Configuration t, boolean ownToo) {
    removal.removeUnusable(e, t, ownToo);
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

  /**
   * An object of an earlier experiment of the same name is being deleted; any other object of its
   * name blocks the deployment until the deadline.
   */
  static Optional<Readiness> notOwned(ScalabilityExperiment e, HasMetadata object, Reason reason) {
    return object == null || object.hasOwnerReferenceFor(e)
        ? Optional.empty()
        : Optional.of(Readiness.waiting(reason, NotOwnedException.words(object)));
  }

  private static CpuLimit limit(Configuration t, List<Pod> pods) {
    return new CpuLimit(t.application().cpu(), t.replicas(), pods);
  }

  private HasMetadata deployment(ScalabilityExperiment e, String name) {
    return client.apps().deployments().inNamespace(namespace(e)).withName(name).get();
  }

  private List<Pod> pods(ScalabilityExperiment e, Configuration t, Tier tier) {
    return pods(e, Labels.selector(t.name(), tier));
  }

  private List<Pod> databasePods(ScalabilityExperiment e, String cluster) {
    return pods(e, Map.of(DatabaseManifest.CLUSTER_LABEL, cluster));
  }

  private List<Pod> pods(ScalabilityExperiment e, Map<String, String> labels) {
    return client.pods().inNamespace(namespace(e)).withLabels(labels).list().getItems();
  }

  private static String namespace(ScalabilityExperiment e) {
    return e.getMetadata().getNamespace();
  }
}
