package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.EnvironmentVariable;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenSettings;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.ComponentPods;
import dev.scalelab.operator.testbed.LostPod;
import dev.scalelab.operator.testbed.PodGroup;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A component that only this test defines, in one class: it is deployed, awaited, placed, pinned to
 * its image, measured and removed, and nothing else knows of it.
 */
class OwnComponentOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  /** A server of licences, without which the application servers would not start. */
  private static final class Licences extends Component {
    private static final Tier TIER = new Tier("licences", "licence-server");

    /** A variable of the application, by which an experiment names the image. */
    private static final String IMAGE = "LICENCES_IMAGE";

    private final ComponentPods pods;

    Licences(ComponentPods pods) {
      super("Licences", "the licences", Reason.SERVERS_NOT_READY);
      this.pods = pods;
    }

    private static PodGroup group(Configuration configuration) {
      return PodGroup.measured(
          TIER,
          "the licences",
          "spec.system.application",
          configuration.application().pod(),
          Labels.selector(configuration.name(), TIER),
          configuration.name() + "-licences-.+",
          1);
    }

    @Override
    public List<PodGroup> podGroups(Configuration configuration) {
      return List.of(group(configuration));
    }

    @Override
    public ScalabilityExperimentSpec withImages(
        ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
      ApplicationSpec application = spec.system().application();
      List<EnvironmentVariable> env =
          application.env().stream()
              .map(
                  one ->
                      one.name().equals(IMAGE)
                          ? new EnvironmentVariable(IMAGE, change.apply(TIER, one.value()), null)
                          : one)
              .toList();
      return spec.withSystem(spec.system().withApplication(application.with(all -> all.env(env))));
    }

    private static String image(Configuration configuration) {
      return configuration.application().env().stream()
          .filter(one -> one.name().equals(IMAGE))
          .findFirst()
          .orElseThrow()
          .value();
    }

    @Override
    public List<HasMetadata> objects(
        ScalabilityExperiment experiment, Configuration configuration) {
      String name = experiment.getMetadata().getName();
      return List.of(
          new DeploymentBuilder()
              .withNewMetadata()
              .withName(configuration.name() + "-licences")
              .withNamespace(experiment.getMetadata().getNamespace())
              .withLabels(Labels.ofTrial(name, configuration.name(), TIER))
              .withOwnerReferences(Owner.reference(experiment))
              .endMetadata()
              .withNewSpec()
              .withNewSelector()
              .withMatchLabels(Labels.selector(configuration.name(), TIER))
              .endSelector()
              .withNewTemplate()
              .withNewMetadata()
              .withLabels(Labels.ofTrial(name, configuration.name(), TIER))
              .endMetadata()
              .withNewSpec()
              .addNewContainer()
              .withName(TIER.container())
              .withImage(image(configuration))
              .endContainer()
              .endSpec()
              .endTemplate()
              .endSpec()
              .build());
    }

    @Override
    public Readiness observe(ComponentContext context) {
      String name = context.configuration().name() + "-licences";
      return pods.readiness(
          context.experiment(),
          group(context.configuration()),
          pods.object(WatchedKinds.DEPLOYMENTS, context, name),
          reason(),
          1,
          "no licence yet");
    }
  }

  @Test
  void isDeployedAwaitedPlacedPinnedMeasuredAndRemoved() {
    ScalabilityExperiment applied =
        Experiments.applied(
            api,
            "licensed",
            Experiments.with(
                Experiments.cart(api.namespace()),
                "system: {application: {env: [{name: LICENCES_IMAGE, value: 'licences:1'}]}}"));
    played.cluster().runImages(image -> image.replaceFirst("(:[^:/@]*)?(@.*)?$", "@sha256:one"));
    Map<String, String> images = new TreeMap<>();
    played.endpoints().measureToo("-licences-played", "licence-server");
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator operator =
          new Operator(
              client.client(),
              played.endpoints().prometheus(),
              Clock.systemUTC(),
              pods -> List.of(new Licences(pods)));
      for (int pass = 0; pass < 5; pass++) {
        operator.pass(experiment(applied));
      }
      assertThat(experiment(applied).getStatus().message())
          .isEqualTo("Waiting for the licences: no licence yet; 0 of 1 pods exist");
      assertThat(trial("licensed-base-1").getStatus().waiting().part()).isEqualTo("Licences");
      assertThat(api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems())
          .as("servers come after it")
          .isEmpty();

      boolean over = false;
      for (int pass = 0; pass < 500 && !over; pass++) {
        over = !operator.pass(experiment(applied));
        played.cluster().play(experiment(applied));
        deployments().forEach(one -> images.put(one.getMetadata().getName(), image(one)));
      }
      assertThat(experiment(applied).getStatus().phase())
          .as(experiment(applied).getStatus().message())
          .isEqualTo(Phase.SUCCEEDED);
    }
    ScalabilityTrialStatus trial = trial("licensed-base-1").getStatus();
    assertThat(trial.placement()).extracting(PodPlacement::tier).contains("licences");
    assertThat(trial.runs().get(0).steps().get(0).evidence().tiers())
        .extracting(TierUse::tier)
        .contains("licences");
    assertThat(experiment(applied).getStatus().effective().images())
        .contains(new TierImage("licences", "licences:1", "licences@sha256:one"));
    assertThat(images)
        .containsEntry("licensed-base-1-licences", "licences:1")
        .as("from here on the digest is known")
        .containsEntry("licensed-base-2-licences", "licences:1@sha256:one");
    assertThat(deployments()).as("deployments that are left").isEmpty();
  }

  @Test
  void aMissingNodeAndAReplacedPodAreNamed() {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.cart(api.namespace()),
            "system: {application: {pod: {nodeSelector: {licensed: everywhere}}}}");
    WatchedObjects objects = new WatchedObjects(api.client(), Timing.ofMachine());
    Testbed testbed =
        Parts.testbed(
            api.client(),
            new GivenSettings(true, false),
            new ClusterWatch(api.client(), Timing.ofMachine()),
            new Topology(List.of(new Licences(Parts.pods(api.client(), objects)))),
            objects);

    assertThat(testbed.prerequisites(experiment, Planner.plan("licensed", experiment.getSpec())))
        .singleElement()
        .satisfies(
            missing -> {
              assertThat(missing.reason()).isEqualTo(Reason.NO_MATCHING_NODE);
              assertThat(missing.field()).isEqualTo("spec.system.application.pod.nodeSelector");
              assertThat(missing.message())
                  .startsWith("no node has the labels licensed=everywhere");
            });

    Configuration two = Experiments.two(experiment);
    Instant start = Instant.parse("2026-01-01T12:00:00Z");
    assertThat(testbed.lost(two, start, List.of(pod(two, start.minusSeconds(60))))).isEmpty();
    assertThat(testbed.lost(two, start, List.of(pod(two, start.plusSeconds(1)))))
        .containsExactly(
            new LostPod(
                Licences.TIER,
                two.name() + "-licences-played",
                "was created at 2026-01-01T12:00:01Z"));
    assertThat(testbed.lost(two, start, List.of()))
        .extracting(LostPod::how)
        .containsExactly("1 of 1 pods of the licences are gone");
  }

  private static Pod pod(Configuration configuration, Instant created) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(configuration.name() + "-licences-played")
        .withLabels(Labels.selector(configuration.name(), Licences.TIER))
        .withCreationTimestamp(created.toString())
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .endStatus()
        .build();
  }

  private static List<Deployment> deployments() {
    return api.client().apps().deployments().inNamespace(api.namespace()).list().getItems();
  }

  private static String image(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec().getContainers().get(0).getImage();
  }

  private static ScalabilityExperiment experiment(ScalabilityExperiment applied) {
    return api.client().resource(applied).get();
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }
}
