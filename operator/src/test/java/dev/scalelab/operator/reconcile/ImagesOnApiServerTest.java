package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An experiment keeps the images with which it started. */
class ImagesOnApiServerTest {
  private static final String APP = "ghcr.io/scalelab/benchmark-app:0.1.0";
  private static final String LOAD = "ghcr.io/scalelab/load-generator:0.1.0";
  private static final String HAPROXY = "docker.io/library/haproxy:3.0";

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Map<String, String> requested = new TreeMap<>();

  @Test
  void aTagThatIsMovedChangesNothing() {
    played.cluster().runImages(image -> image.replaceFirst("(:[^:/@]*)?(@.*)?$", "@sha256:one"));

    ScalabilityExperiment ended = run("moved", () -> {});

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().effective().images())
        .extracting(TierImage::tier, TierImage::image, TierImage::digest)
        .containsExactlyInAnyOrder(
            tuple("application", APP, "ghcr.io/scalelab/benchmark-app@sha256:one"),
            tuple("balancer", HAPROXY, "docker.io/library/haproxy@sha256:one"),
            tuple("load", LOAD, "ghcr.io/scalelab/load-generator@sha256:one"));
    assertThat(requested)
        .containsEntry("moved-base-1-app-0", APP)
        .containsEntry("moved-base-1-warmup-abcde", LOAD)
        .as("from here on the digest is known")
        .containsEntry("moved-base-1-r1-load-abcde", LOAD + "@sha256:one")
        .containsEntry("moved-base-2-app-0", APP + "@sha256:one")
        .containsEntry("moved-base-2-app-1", APP + "@sha256:one")
        .containsEntry("moved-base-2-lb-6d4b-x7k2p", HAPROXY + "@sha256:one")
        .containsEntry("moved-base-2-warmup-abcde", LOAD + "@sha256:one");
  }

  @Test
  void anImageThatIsReplacedInTheNodeFailsTheTrial() {
    played.cluster().runImages(image -> "sha256:one");

    ScalabilityExperiment ended =
        run(
            "replaced",
            () -> {
              if (trial("replaced-base-2") != null) {
                played
                    .cluster()
                    .runImages(image -> image.equals(APP) ? "sha256:two" : "sha256:one");
              }
            });

    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(ended.getStatus().configurations().get(1).message())
        .contains("application: " + APP + " was sha256:one", "is sha256:two");
    assertThat(trial("replaced-base-1").getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(trial("replaced-base-2").getStatus().reason()).isEqualTo(Reason.IMAGE_CHANGED);
    assertThat(ended.getStatus().configurations())
        .filteredOn(ConfigurationResult::measured)
        .as("what was measured before")
        .hasSize(1);
  }

  private ScalabilityExperiment run(String name, Runnable afterEachPass) {
    return PlayedExperiment.run(
        api.client(),
        played.endpoints(),
        played.cluster(),
        Experiments.applied(api, name, Experiments.cart(api.namespace())),
        () -> {
          afterEachPass.run();
          api.client().pods().inNamespace(api.namespace()).list().getItems().forEach(this::note);
        });
  }

  private void note(Pod pod) {
    requested.put(pod.getMetadata().getName(), pod.getSpec().getContainers().get(0).getImage());
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }
}
