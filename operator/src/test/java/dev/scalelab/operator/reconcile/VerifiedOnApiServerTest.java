package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.api.VerificationResult;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** diagnosis.verify measures one more configuration, by the complete operator. */
class VerifiedOnApiServerTest {
  private static final int MAX_PASSES = 600;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private MortalClient client;
  private Operator operator;
  private String name;

  @BeforeEach
  void connect() {
    client = new MortalClient(api.client(), played.endpoints());
  }

  @AfterEach
  void disconnect() {
    client.close();
    api.client().resource(experiment()).delete();
  }

  /** The played servers do 50/s each, whatever their balancer passes to them at a time. */
  @Test
  void aDiagnosisWithoutEffectIsNotConfirmed() {
    apply("verified");
    passUntil(() -> ended("base-1"));
    diagnose("base-1", "Balancer/MaxRequests");
    restart();
    passToItsEnd();

    VerificationResult verification = status().verification();
    assertThat(verification.configuration()).isEqualTo("base-1");
    assertThat(verification.raised()).isEqualTo("verify-1");
    assertThat(verification.settings()).isEqualTo("balancer.maxRequestsPerServer=96");
    assertThat(verification.changePercent().value()).isZero();
    assertThat(verification.verified()).isFalse();
    assertThat(verification.message())
        .isEqualTo(
            "base-1: Balancer/MaxRequests limits it by the figures, which is not confirmed: balancer.maxRequestsPerServer=96"
                + " changes the peak by +0.0 % (in one round, so that chance may explain it)");
    assertThat(status().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1", "verify-1");
    assertThat(status().configurations().get(0).bottleneck().verdict())
        .isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(status().configurations().get(0).bottleneck().verified()).isFalse();
    assertThat(status().configurations().get(0).bottleneck().resource()).isNull();
    assertThat(status().configurations().get(0).bottleneck().candidates())
        .extracting(BottleneckCandidate::resource)
        .containsExactly("Balancer/MaxRequests");
    assertThat(status().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(status().verdict()).as("of what was asked for").isEqualTo(Verdict.PASSED);
  }

  @Test
  void withoutADiagnosisThereIsNothingToVerify() {
    apply("undetermined");
    passUntil(() -> ended("base-1"));
    passToItsEnd();

    assertThat(status().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1");
    assertThat(status().verification()).isNull();

    ScalabilityExperiment later = experiment();
    later.setSpec(Experiments.with(later.getSpec(), "{diagnosis: {verify: false}}"));
    assertThatThrownBy(() -> api.client().resource(later).update())
        .hasMessageContaining("diagnosis is immutable once the experiment has ended");
  }

  private void apply(String called) {
    name = called;
    restart();
    Experiments.applied(
        api,
        name,
        Experiments.with(
            Experiments.small(api.namespace()),
            "{sweep: {replicas: [1]}, diagnosis: {verify: true}}"));
  }

  private void restart() {
    operator = new Operator(client.client(), played.endpoints().prometheus());
  }

  private void diagnose(String configuration, String resource) {
    ScalabilityTrial trial = trial(configuration);
    trial.setStatus(
        trial
            .getStatus()
            .withResult(
                trial
                    .getStatus()
                    .result()
                    .withBottleneck(
                        BottleneckBuilder.builder()
                            .verdict(BottleneckVerdict.LIMITED)
                            .resource(resource)
                            .confidence(Confidence.HIGH)
                            .message("given")
                            .build())));
    api.client().resource(trial).updateStatus();
  }

  private boolean ended(String configuration) {
    ScalabilityTrial trial = trial(configuration);
    return trial != null
        && trial.getStatus() != null
        && trial.getStatus().phase() == Phase.SUCCEEDED;
  }

  private void passUntil(BooleanSupplier condition) {
    for (int pass = 0; pass < MAX_PASSES && !condition.getAsBoolean(); pass++) {
      played.cluster().play(experiment());
      operator.pass(experiment());
    }
    assertThat(condition.getAsBoolean()).as("%s: %s", name, status()).isTrue();
  }

  private void passToItsEnd() {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      if (!operator.pass(experiment())) {
        return;
      }
      played.cluster().play(experiment());
    }
    throw new AssertionError("not over: " + status());
  }

  private ScalabilityExperimentStatus status() {
    return experiment().getStatus();
  }

  private ScalabilityExperiment experiment() {
    return api.experiment(name);
  }

  private ScalabilityTrial trial(String configuration) {
    return api.trial(name + "-" + configuration);
  }
}
