package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.report.Measured;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded images, images of later testbeds, and detection of changed ones. */
class PinnedImagesTest {
  private static final String IMAGE = "registry:5000/shop/app:1";

  @ParameterizedTest(name = "{0} that ran {1}: {2}")
  @CsvSource(
      textBlock =
          """
          # image named,            imageID of the node,                              what later testbeds request
          registry:5000/shop/app:1, registry:5000/shop/app@sha256:aa,                 registry:5000/shop/app:1@sha256:aa
          registry:5000/shop/app,   registry:5000/shop/app@sha256:aa,                 registry:5000/shop/app@sha256:aa
          localhost/app:1,          localhost/app@sha256:aa,                          localhost/app:1@sha256:aa
          haproxy:3.0,              docker.io/library/haproxy@sha256:aa,              haproxy:3.0@sha256:aa
          shop/app:1,               docker.io/shop/app@sha256:aa,                     shop/app:1@sha256:aa
          haproxy:3.0,              docker-pullable://haproxy@sha256:aa,              haproxy:3.0@sha256:aa
          shop/app:1,               sha256:aa,                                        shop/app:1
          shop/app:1,               docker://sha256:aa,                               shop/app:1
          shop/app:1,               docker.io/library/import-2026-11-25@sha256:aa,    shop/app:1
          shop/app:1,               docker.io/shop/other@sha256:aa,                   shop/app:1
          shop/app:1@sha256:aa,     docker.io/shop/app@sha256:aa,                     shop/app:1@sha256:aa
          """)
  void laterTestbedsRequestTheSameImage(String image, String id, String expected) {
    Plan plan = plan(image);
    PinnedImages recorded = recorded(pod("application", image, id));

    Plan pinned = recorded.pin(plan, Parts.TOPOLOGY);

    assertThat(pinned.configurations())
        .allSatisfy(
            configuration -> assertThat(configuration.application().image()).isEqualTo(expected));
    assertThat(pinned.configurations())
        .as("what results depend on stays the same")
        .extracting(Configuration::hash)
        .isEqualTo(plan.configurations().stream().map(Configuration::hash).toList());
  }

  @Test
  void everyTierIsPinnedWhereTheExperimentNamesNoImage() {
    PinnedImages recorded =
        recorded(
            pod("application", "app:1", "docker.io/library/app@sha256:a1"),
            pod("balancer", "haproxy:3.0", "docker.io/library/haproxy@sha256:b2"),
            pod("database", "postgresql:17", "docker.io/library/postgresql@sha256:c3"),
            pod("load", "generator:1", "docker.io/library/generator@sha256:d4"));

    ScalabilityExperimentSpec spec =
        recorded.pin(plan(null), Parts.TOPOLOGY).configurations().get(1).spec();

    assertThat(spec.system().application().image()).isEqualTo("app:1@sha256:a1");
    assertThat(spec.system().balancer().image()).isEqualTo("haproxy:3.0@sha256:b2");
    assertThat(spec.system().databases().get(0).image()).isEqualTo("postgresql:17@sha256:c3");
    assertThat(spec.load().generators().image()).isEqualTo("generator:1@sha256:d4");
  }

  @Test
  void anImageThatWasLoadedIntoTheNodeKeepsTheChartsNameThroughAnUpgradeOfTheChart() {
    PinnedImages recorded = recorded(pod("application", "app:1", "sha256:a1"));

    assertThat(
            recorded.pin(plan(null), Parts.TOPOLOGY).configurations().get(0).application().image())
        .isEqualTo("app:1");
  }

  @Test
  void theInfinispanOperatorChoosesItsImageWhateverAnotherTestbedRan() {
    PinnedImages recorded =
        recorded(
            pod("cache", "infinispan-server:1", "docker.io/library/infinispan-server@sha256:a1"));

    assertThat(remoteImage(recorded, "provisioner: StatefulSet"))
        .isEqualTo("infinispan-server:1@sha256:a1");
    assertThat(remoteImage(recorded, "provisioner: Infinispan")).isNull();
    assertThat(remoteImage(recorded, "{provisioner: Infinispan, image: \"infinispan-server:1\"}"))
        .as("one that the experiment names is pinned")
        .isEqualTo("infinispan-server:1@sha256:a1");
  }

  private static String remoteImage(PinnedImages recorded, String remote) {
    String settings = remote.startsWith("{") ? remote : "{" + remote + "}";
    Plan plan =
        Planner.plan(
            "small",
            Experiments.with(
                    Experiments.cart("default"),
                    "system: {state: {store: Remote, remote: %s}}".formatted(settings))
                .getSpec());
    return recorded.pin(plan, Parts.TOPOLOGY).configurations().get(0).remoteState().image();
  }

  @Test
  void whatHasNotRunYetIsRequestedAsItIsNamed() {
    PinnedImages recorded = recorded(pod("balancer", IMAGE, "registry:5000/shop/app@sha256:aa"));

    assertThat(
            recorded.pin(plan(IMAGE), Parts.TOPOLOGY).configurations().get(0).application().image())
        .isEqualTo(IMAGE);
    assertThat(
            recorded
                .pin(plan(IMAGE), Parts.TOPOLOGY)
                .configurations()
                .get(0)
                .databases()
                .get(0)
                .spec()
                .image())
        .isNull();
  }

  @Test
  void theFirstTestbedIsRecordedOnceForEachTierAndImage() {
    ScalabilityTrialStatus first =
        trial(
            "2026-01-01T10:00:00Z",
            pod("application", "app:1", "sha256:aa"),
            pod("application", "app:1", "sha256:zz"),
            pod("supplier", "app:1", "sha256:aa"),
            pod("load", "generator:1", "generator:1"));
    ScalabilityTrialStatus second =
        trial(
            "2026-01-01T11:00:00Z",
            pod("application", "app:1@sha256:aa", "docker.io/library/app@sha256:bb"),
            pod("application", "other:1", "sha256:cc"),
            new PodPlacement(
                "balancer", null, "of-an-earlier-operator", "node", "sha256:dd", null));

    assertThat(PinnedImages.of(null).recorded(List.of(second, first)))
        .containsExactly(
            new TierImage("application", "app:1", "sha256:aa"),
            new TierImage("supplier", "app:1", "sha256:aa"),
            new TierImage("application", "other:1", "sha256:cc"));
    assertThat(
            recorded(pod("application", "app:1", "sha256:before"))
                .recorded(
                    List.of(
                        trial("2026-01-01T10:00:00Z", pod("application", "app:1", "sha256:aa")))))
        .as("what was recorded stays")
        .containsExactly(new TierImage("application", "app:1", "sha256:before"));
  }

  @ParameterizedTest(name = "{0}, then {1} of {2}: {3}")
  @CsvSource(
      textBlock =
          """
          # recorded,                   now,                            requested,                         changed
          sha256:aa,                    sha256:aa,                      registry:5000/shop/app:1,          false
          sha256:aa,                    sha256:bb,                      registry:5000/shop/app:1,          true
          docker://sha256:aa,           sha256:aa,                      registry:5000/shop/app:1,          false
          import-25@sha256:aa,          import-26@sha256:aa,            registry:5000/shop/app:1,          false
          import-25@sha256:aa,          import-26@sha256:bb,            registry:5000/shop/app:1,          true
          sha256:aa,                    import-26@sha256:bb,            registry:5000/shop/app:1,          false
          registry:5000/shop/app@sha256:aa, registry:5000/shop/app@sha256:bb, registry:5000/shop/app:1@sha256:aa, false
          sha256:aa,                    sha256:bb,                      registry:5000/shop/app:2,          false
          sha256:aa,                    registry:5000/shop/app:1,       registry:5000/shop/app:1,          false
          """)
  void anotherImageUnderTheSameNameIsNoticed(
      String before, String now, String requested, boolean changed) {
    PinnedImages recorded = recorded(pod("application", IMAGE, before));

    assertThat(recorded.changed(List.of(pod("application", requested, now))).isPresent())
        .isEqualTo(changed);
  }

  @Test
  void theMessageNamesTierImageAndBothDigests() {
    assertThat(
            recorded(pod("load", IMAGE, "sha256:aa"))
                .changed(List.of(pod("load", IMAGE, "sha256:bb"))))
        .hasValue(
            "load: registry:5000/shop/app:1 was sha256:aa in the first testbed, and is sha256:bb in the pod"
                + " load-0: it was replaced during the experiment");
  }

  private static PinnedImages recorded(PodPlacement... pods) {
    List<TierImage> images =
        PinnedImages.of(null).recorded(List.of(trial("2026-01-01T09:00:00Z", pods)));
    return PinnedImages.of(Measured.images(images));
  }

  private static ScalabilityTrialStatus trial(String start, PodPlacement... pods) {
    return ScalabilityTrialStatus.begun(start).placed(List.of(pods));
  }

  private static PodPlacement pod(String tier, String requested, String id) {
    return new PodPlacement(tier, null, tier + "-0", "node", id, requested);
  }

  private static Plan plan(String image) {
    return Planner.plan(
        "small",
        image == null
            ? Experiments.small("default").getSpec()
            : Experiments.with(
                    Experiments.small("default"),
                    "system: {application: {image: \"%s\"}}".formatted(image))
                .getSpec());
  }
}
