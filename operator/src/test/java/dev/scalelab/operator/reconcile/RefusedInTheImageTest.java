package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialSpec;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Rules;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Requests that the API server refuses in the middle of an experiment, to the operator as it is in
 * the image: the SDK's metrics wrap each exception there.
 */
@QuarkusTest
@TestProfile(AsInTheImage.class)
class RefusedInTheImageTest {
  private static final String NAMESPACE = AsInTheImage.NAMESPACES.get(0);
  private static final String WITH_QUOTA = AsInTheImage.NAMESPACES.get(1);

  /** Every kind of object that the operator creates while an experiment runs. */
  private static final List<String> KINDS =
      List.of(
          "scalabilitytrials",
          "clusters",
          "jobs",
          "services",
          "statefulsets",
          "configmaps",
          "deployments");

  @Inject KubernetesClient client;

  @Test
  void whateverAPolicyForbidsEndsTheExperimentWithItsWords() {
    // It denies each experiment the kind of object in its name, after the check by a dry run.
    Rules.allow(
        client,
        NAMESPACE,
        "request.dryRun || !object.metadata.name.startsWith('no-' + request.resource.resource)",
        "the team may not have these");
    // Jobs before what is denied have to end in time on a busy machine.
    KINDS.forEach(kind -> apply(NAMESPACE, "no-" + kind, 90));

    try (PlayedEndpoints endpoints = new PlayedEndpoints();
        PlayedCluster cluster = new PlayedCluster(client, NAMESPACE, endpoints)) {
      for (String kind : KINDS) {
        ScalabilityExperiment ended = ended(NAMESPACE, "no-" + kind, cluster);
        assertRefused(ended, "the team may not have these");
      }
    }
  }

  @Test
  void aQuotaThatIsFullEndsTheExperimentWithItsWords() {
    fullQuota();
    apply(WITH_QUOTA, "full", 10);

    try (PlayedEndpoints endpoints = new PlayedEndpoints();
        PlayedCluster cluster = new PlayedCluster(client, WITH_QUOTA, endpoints)) {
      assertRefused(ended(WITH_QUOTA, "full", cluster), "exceeded quota: no-trials");
    }
  }

  private void apply(String namespace, String name, int jobSeconds) {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.small(namespace), "timeouts: {jobSeconds: %d}".formatted(jobSeconds));
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(null);
    client.resource(experiment).create();
  }

  private ScalabilityExperiment ended(String namespace, String name, PlayedCluster cluster) {
    var experiment =
        client.resources(ScalabilityExperiment.class).inNamespace(namespace).withName(name);
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              cluster.play(experiment.get());
              ScalabilityExperimentStatus status = experiment.get().getStatus();
              assertThat(status).as(name).isNotNull();
              assertThat(status.ended()).as("%s: %s", name, status.message()).isTrue();
            });
    return experiment.get();
  }

  private void assertRefused(ScalabilityExperiment ended, String message) {
    String name = ended.getMetadata().getName();
    ScalabilityExperimentStatus status = ended.getStatus();
    assertThat(status.phase()).as(name).isEqualTo(Phase.FAILED);
    assertThat(status.message()).as(name).contains(message).doesNotContain("Exception");
    assertThat(status.conditions())
        .as(name)
        .filteredOn(condition -> condition.getType().equals("Finished"))
        .extracting(Condition::getReason)
        .containsExactly("Refused");
    assertThat(
            client
                .v1()
                .events()
                .inNamespace(ended.getMetadata().getNamespace())
                .withField("involvedObject.name", name)
                .list()
                .getItems())
        .as(name)
        .extracting(Event::getReason)
        .contains("Refused")
        .doesNotContain("InternalError");
  }

  private void fullQuota() {
    Map<String, Quantity> none = Map.of("count/scalabilitytrials.scalelab.dev", new Quantity("0"));
    var quota =
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName("no-trials")
            .withNamespace(WITH_QUOTA)
            .endMetadata()
            .withNewSpec()
            .withHard(none)
            .endSpec();
    var created = client.resource(quota.build()).create();
    // Its use, which a controller calculates that does not run here.
    client
        .resource(
            new ResourceQuotaBuilder(created)
                .withNewStatus()
                .withHard(none)
                .withUsed(none)
                .endStatus()
                .build())
        .updateStatus();
    awaitQuota();
  }

  /** An API server needs a moment until a new quota is in force. */
  private void awaitQuota() {
    ScalabilityTrial probe = new ScalabilityTrial();
    probe.setSpec(new ScalabilityTrialSpec("probe", "base", null, 1, 1, 1, "hash"));
    probe.setMetadata(new ObjectMetaBuilder().withName("probe").withNamespace(WITH_QUOTA).build());
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> client.resource(probe).dryRun().create())
                    .hasMessageContaining("exceeded quota"));
  }
}
