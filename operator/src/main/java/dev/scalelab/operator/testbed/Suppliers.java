package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.EcperfSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Restricted;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.WatchedKinds;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;

/**
 * The emulator of a trial's outside suppliers, which starts with the servers that order from it.
 */
public final class Suppliers extends Component {
  private static final String PROGRAM = "/opt/scalelab/bin/supplier-emulator";
  private static final String COUNTS = "/counts";
  private static final int HTTP = 8080;
  private static final long GRACE_SECONDS = 2;

  /**
   * Maximum number of attempts of a delivery, up to ten seconds apart: they last longer than any
   * overload or outage. A part whose delivery was abandoned stays on order, and is never ordered
   * again.
   */
  private static final int ATTEMPTS = 1000;

  private final ComponentPods pods;
  private final Images images;
  private final TestbedSettings settings;

  Suppliers(ComponentPods pods, Images images, TestbedSettings settings) {
    super("Suppliers", "the suppliers", Reason.SUPPLIER_NOT_READY);
    this.pods = pods;
    this.images = images;
    this.settings = settings;
  }

  /** They run where the load does, from the application's image. */
  private static PodGroup group(Configuration configuration) {
    return PodGroup.measured(
            Tier.SUPPLIER,
            "the suppliers",
            "spec.workload.type",
            configuration.load().generators().pod(),
            Labels.selector(configuration.name(), Tier.SUPPLIER),
            Names.supplier(configuration.name()) + "-[a-z0-9]+-[a-z0-9]+",
            1)
        .withSettingsField("spec.load.generators.pod");
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesSuppliers();
  }

  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    return List.of(group(configuration));
  }

  @Override
  public List<HasMetadata> objects(ScalabilityExperiment e, Configuration configuration) {
    return List.of(service(e, configuration), emulator(e, configuration));
  }

  @Override
  public String deployedWith() {
    return Servers.NAME;
  }

  @Override
  public Readiness observe(ComponentContext context) {
    String name = Names.supplier(context.configuration().name());
    return pods.readiness(
        context.experiment(),
        group(context.configuration()),
        pods.object(WatchedKinds.DEPLOYMENTS, context, name),
        reason(),
        1,
        "the suppliers' emulator does not answer yet");
  }

  /** Where servers send purchase orders. */
  static String url(Configuration configuration) {
    return "http://%s:%d".formatted(Names.supplier(configuration.name()), HTTP);
  }

  /** The service to which servers send purchase orders. */
  Service service(ScalabilityExperiment e, Configuration configuration) {
    return new ServiceBuilder()
        .withMetadata(
            Metadata.ofTrial(e, configuration, Tier.SUPPLIER, Names.supplier(configuration.name())))
        .withNewSpec()
        .withSelector(Labels.selector(configuration.name(), Tier.SUPPLIER))
        .withPorts(OnePod.http(HTTP))
        .endSpec()
        .build();
  }

  /** The single emulator, which has the pending deliveries in memory. */
  Deployment emulator(ScalabilityExperiment e, Configuration configuration) {
    return OnePod.deployment(
        e,
        configuration,
        Tier.SUPPLIER,
        Names.supplier(configuration.name()),
        configuration.load().generators().pod(),
        pod(configuration));
  }

  private PodSpec pod(Configuration configuration) {
    return PodShape.spec(configuration.load().generators().pod(), GRACE_SECONDS)
        .withShareProcessNamespace(configuration.sharesProcesses(Tier.SUPPLIER.label()))
        .withContainers(container(configuration))
        .addToVolumes(PodShape.tmp())
        .build();
  }

  private Container container(Configuration configuration) {
    String image = configuration.application().image();
    IntOrString port = new IntOrString("http");
    return new ContainerBuilder()
        .withName(Tier.SUPPLIER.container())
        .withImage(image == null ? images.benchmarkApp() : image)
        .withImagePullPolicy(images.pullPolicy())
        .withCommand(PROGRAM)
        .withEnv(environment(configuration))
        .withPorts(new ContainerPortBuilder().withName("http").withContainerPort(HTTP).build())
        .withResources(settings.supplierResources().requirements())
        .withReadinessProbe(Probes.every(1, COUNTS, port, 3))
        .withLivenessProbe(Probes.every(10, COUNTS, port, 6))
        .withSecurityContext(Restricted.container())
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .addToVolumeMounts(PodShape.tmpMount())
        .build();
  }

  /** Deliveries are sent to the balancer, like all requests to servers. */
  private static List<EnvVar> environment(Configuration configuration) {
    EcperfSpec ecperf = configuration.spec().workload().ecperf();
    String orders =
        "http://%s:8080/api/ecperf/purchase-orders".formatted(Names.balancer(configuration.name()));
    return List.of(
        new EnvVar("DELIVERY_URL", orders, null),
        new EnvVar("DELIVERY_MIN_MILLIS", "" + ecperf.delivery().minMillis(), null),
        new EnvVar("DELIVERY_MAX_MILLIS", "" + ecperf.delivery().maxMillis(), null),
        new EnvVar("DELIVERY_ATTEMPTS", "" + ATTEMPTS, null),
        new EnvVar("SEED", "" + seed(configuration.load().seed()), null));
  }

  /** The emulator accepts a seed of 31 bits; the spec's may have 64. */
  private static long seed(long seed) {
    return seed & Integer.MAX_VALUE;
  }
}
