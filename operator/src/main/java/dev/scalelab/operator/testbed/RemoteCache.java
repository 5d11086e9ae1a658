package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The Infinispan servers on which the application keeps its state. Application servers cannot start
 * without them.
 */
public final class RemoteCache extends Component {
  static final String FIELD = "spec.system.state.remote";

  /** Message while not all are ready. */
  static final String UNREADY = "%d of %d Infinispan servers ready";

  /** Clients, health and metrics. */
  static final int PORT = 11222;

  private final CacheProvisioner builtIn;
  private final CacheProvisioner operator;

  RemoteCache(CacheProvisioner builtIn, CacheProvisioner operator) {
    super("Cache", "the Infinispan servers", Reason.CACHE_NOT_READY);
    this.builtIn = builtIn;
    this.operator = operator;
  }

  /** Where a configuration's servers and Jobs find them; empty if there are none. */
  public static List<EnvVar> environment(Configuration configuration) {
    return configuration.remoteState() == null
        ? List.of()
        : List.of(new EnvVar("INFINISPAN_HOST", Names.cache(configuration.name()), null));
  }

  /** The Infinispan servers of a configuration. */
  static PodGroup group(Configuration configuration) {
    RemoteStateSpec remote = configuration.remoteState();
    return PodGroup.measured(
        Tier.CACHE,
        "the Infinispan servers",
        FIELD,
        remote.pod(),
        Labels.selector(configuration.name(), Tier.CACHE),
        Names.cache(configuration.name()) + "-[0-9]+",
        remote.replicas());
  }

  private CacheProvisioner provisioner(Configuration configuration) {
    return configuration.remoteState().provisioner() == Provisioner.INFINISPAN ? operator : builtIn;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.remoteState() != null;
  }

  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    return List.of(group(configuration));
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    StateSpec state = spec.system().state();
    RemoteStateSpec remote = state.remote();
    return remote == null || imageIsOperators(remote)
        ? spec
        : spec.withSystem(
            spec.system()
                .withState(state.with(remote.withImage(change.apply(Tier.CACHE, remote.image())))));
  }

  @Override
  public boolean choosesImage(Configuration configuration) {
    return !imageIsOperators(configuration.remoteState());
  }

  /** The Infinispan operator has an image for each version, and needs to know the version. */
  private static boolean imageIsOperators(RemoteStateSpec remote) {
    return remote.provisioner() == Provisioner.INFINISPAN && remote.image() == null;
  }

  @Override
  public List<ResourceDefinitionContext> kinds() {
    return List.of(InfinispanManifest.RESOURCE);
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return provisioner(configuration).objects(e, configuration);
  }

  @Override
  public List<Violation> missing(Configuration configuration, ClusterFacts facts) {
    return provisioner(configuration).missing(configuration, facts);
  }

  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return provisioner(configuration).probes(e, configuration);
  }

  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    return provisioner(configuration).requested(e, configuration, pod);
  }

  @Override
  public String whileDeleted(HasMetadata object) {
    return operator.whileDeleted(object);
  }

  @Override
  public Readiness observe(ComponentContext context) {
    return provisioner(context.configuration()).observe(context);
  }

  /** Created, never changed: a change would restart them, and their state would be lost. */
  @Override
  public void deploy(ComponentContext context, Applier applier) {
    objects(context.experiment(), context.configuration())
        .forEach(object -> applier.create(context.experiment(), object));
  }
}
