package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimiter;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Most tests reconcile with an operator that they wire themselves, without the SDK's threads. These
 * are the settings on which they rely, as Quarkus and the SDK have them in the image.
 */
@QuarkusTest
@TestProfile(AsInTheImage.class)
class WiringInTheImageTest {
  @Inject Operator operator;
  @Inject KubernetesClient client;
  @Inject Leadership leadership;

  @Test
  void aStatusIsWrittenAsTheTestsWriteIt() {
    ControllerConfiguration<?> experiments = controller();
    var apply = Starts.APPLY;

    assertThat(experiments.getConfigurationService().useSSAToPatchPrimaryResource()).isTrue();
    assertThat(apply.getPatchType()).isEqualTo(PatchType.SERVER_SIDE_APPLY);
    assertThat(apply.getForce()).isTrue();
    assertThat(experiments.fieldManager()).isEqualTo(apply.getFieldManager());
  }

  /**
   * A reconciliation that fails is repeated by the reconciler itself, whatever the SDK would do.
   */
  @Test
  void oneReconciliationFollowsAnotherAsSoonAsItIsAskedFor() {
    ControllerConfiguration<?> experiments = controller();

    assertThat(operator.getRegisteredControllers()).hasSize(1);
    assertThat(experiments.isGenerationAware()).as("its own status does not wake it").isTrue();
    RateLimiter<?> limiter = experiments.getRateLimiter();
    Optional<?> limit = limiter.isLimited(limiter.initState());
    assertThat(limit).as("no rate limit").isEmpty();
    assertThat(experiments.getConfigurationService().concurrentReconciliationThreads())
        .isBetween(2, 8);
  }

  @Test
  void withoutLeaderElectionItLeads() {
    assertThat(leadership.isHere()).isTrue();
  }

  @Test
  void objectsAreReadAndWrittenAlike() {
    ScalabilityExperiment small = Experiments.ecperf("lab");
    String ofTests = new KubernetesSerialization().asJson(small);

    KubernetesSerialization ofImage = client.getKubernetesSerialization();
    assertThat(ofImage.asJson(small)).isEqualTo(ofTests);
    assertThat(ofImage.asJson(ofImage.unmarshal(ofTests, ScalabilityExperiment.class)))
        .isEqualTo(ofTests);
  }

  @Test
  void requestsAreRepeatedAndEndAlike() {
    Config ofImage = client.getConfiguration();
    Config ofTests = new ConfigBuilder(Config.empty()).build();

    assertThat(ofImage.getRequestTimeout()).isEqualTo(ofTests.getRequestTimeout());
    assertThat(ofImage.getConnectionTimeout()).isEqualTo(ofTests.getConnectionTimeout());
    assertThat(ofImage.getRequestRetryBackoffLimit())
        .isEqualTo(ofTests.getRequestRetryBackoffLimit());
    assertThat(ofImage.getRequestRetryBackoffInterval())
        .isEqualTo(ofTests.getRequestRetryBackoffInterval());
  }

  private ControllerConfiguration<?> controller() {
    return operator.getRegisteredController("experiment").orElseThrow().getConfiguration();
  }
}
