package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The CloudNativePG databases of a variant, which all of its trials share. */
public final class Databases extends Component {
  private static final String CLOUD_NATIVE_PG =
      "https://raw.githubusercontent.com/cloudnative-pg/cloudnative-pg/release-1.30/releases/cnpg-1.30.0.yaml";

  /** CloudNativePG's annotation on each instance with the spec that it requested. */
  private static final String REQUESTED = "cnpg.io/podSpec";

  private final ComponentPods pods;
  private final DatabaseManifest manifest;
  private final KubernetesClient client;

  Databases(ComponentPods pods, DatabaseManifest manifest, KubernetesClient client) {
    super("Database", "the database", Reason.DATABASE_NOT_READY);
    this.pods = pods;
    this.manifest = manifest;
    this.client = client;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesDatabase();
  }

  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    return configuration.databases().stream().map(Databases::group).toList();
  }

  private static PodGroup group(Database one) {
    return PodGroup.measured(
        Tier.DATABASE,
        "the databases",
        one.field(),
        one.spec().pod(),
        Map.of(
            DatabaseManifest.CLUSTER_LABEL,
            one.cluster(),
            DatabaseManifest.ROLE_LABEL,
            DatabaseManifest.INSTANCE),
        one.cluster() + "-[0-9]+",
        one.spec().instances());
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    return spec.withSystem(
        spec.system()
            .withDatabases(
                spec.system().databases().stream()
                    .map(one -> one.withImage(change.apply(Tier.DATABASE, one.image())))
                    .toList()));
  }

  @Override
  public List<ResourceDefinitionContext> kinds() {
    return List.of(DatabaseManifest.RESOURCE);
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return configuration.databases().stream()
        .flatMap(
            one ->
                Stream.<HasMetadata>of(
                    DatabaseMonitoring.configMap(e, configuration, one),
                    manifest.cluster(e, configuration, one)))
        .toList();
  }

  /** CloudNativePG, and room on the databases' nodes. */
  @Override
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    List<Violation> missing = new ArrayList<>();
    if (!facts.serves(DatabaseManifest.RESOURCE)) {
      missing.add(
          new Violation(
              "spec.system.databases",
              Reason.CLOUDNATIVEPG_MISSING,
              "this cluster does not serve %s; install CloudNativePG: kubectl apply --server-side -f %s"
                  .formatted(ClusterFacts.kind(DatabaseManifest.RESOURCE), CLOUD_NATIVE_PG)));
    }
    missing.addAll(new DatabaseRoom(configuration.databases(), facts).violations());
    return missing;
  }

  /**
   * Of an instance's pod only what it needs is known well enough: policies may also look at what
   * CloudNativePG adds, such as its own service account, which a dry run cannot name before it
   * exists.
   */
  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return configuration.databases().stream()
        .map(one -> probe(one, manifest.cluster(e, configuration, one)))
        .toList();
  }

  private static AdmissionProbe probe(Database one, GenericKubernetesResource cluster) {
    return new AdmissionProbe(
        one.field(), cluster, DatabasePod.of(cluster, one.spec(), one.spec().pod()), null);
  }

  @Override
  public Object missingDependsOn(Configuration configuration) {
    return configuration.databases();
  }

  /** Each has its own name in its environment. */
  @Override
  public String requestedWith(Pod pod) {
    return pod.getMetadata().getName();
  }

  /** Whoever may change pods may have put anything there: what is no spec is unknown. */
  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    try {
      return Optional.ofNullable(annotations)
          .map(all -> all.get(REQUESTED))
          .map(spec -> client.getKubernetesSerialization().unmarshal(spec, PodSpec.class));
    } catch (RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public List<String> additions(Configuration configuration, Pod pod, PodSpec requested) {
    try {
      return super.additions(configuration, pod, requested);
    } catch (RuntimeException unreadable) {
      return List.of();
    }
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().databaseSeconds();
  }

  /** Whether each accepts connections. */
  @Override
  public Readiness observe(ComponentContext context) {
    Map<String, Readiness> databases = new LinkedHashMap<>();
    context
        .configuration()
        .databases()
        .forEach(one -> databases.put(one.name(), pods.databases().of(context.experiment(), one)));
    return DatabaseReadiness.ofAll(databases);
  }

  /**
   * Creates the missing ones, all at once. Existing ones are not changed: CloudNativePG would
   * restart one if its image were changed to the same image by digest.
   */
  @Override
  public void deploy(ComponentContext context, Applier applier) {
    objects(context.experiment(), context.configuration())
        .forEach(object -> applier.create(context.experiment(), object));
  }
}
