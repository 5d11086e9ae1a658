package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialSpec;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.OperatorCrd;
import dev.scalelab.operator.support.Quotas;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An experiment that the cluster does not allow now reports why, creates nothing, and starts by
 * itself when it is allowed.
 */
class QueuedOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();
  @RegisterExtension final Played played = new Played(api);

  private MortalClient client;
  private Operator operator;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    operator = new Operator(client.client(), played.endpoints().prometheus());
  }

  @AfterEach
  void stop() {
    client.close();
  }

  @Test
  void aNodeThatIsLabelledAfterwardsStartsIt() {
    String change = "system: {balancer: {pod: {nodeSelector: {disk: ssd}}}}";
    apply("node", Experiments.with(Experiments.cart(api.namespace()), change));

    assertQueued("node", Reason.NO_MATCHING_NODE, "spec.system.balancer.pod.nodeSelector: ");

    api.client()
        .nodes()
        .withName("played-load")
        .edit(
            node ->
                new NodeBuilder(node)
                    .editMetadata()
                    .addToLabels("disk", "ssd")
                    .endMetadata()
                    .build());
    assertStarted("node");
  }

  @Test
  void aQuotaThatIsRaisedAfterwardsStartsIt() {
    Quotas.inForce(api, "1200m");
    apply("quota", Experiments.cart(api.namespace()));

    assertQueued("quota", Reason.QUOTA_TOO_SMALL, "exceeded quota: team");

    Quotas.remove(api);
    Quotas.inForce(api, "4");
    assertStarted("quota");
  }

  @Test
  void cloudNativePgThatIsInstalledAfterwardsStartsIt() {
    apply("database", Experiments.small(api.namespace()));

    assertQueued("database", Reason.CLOUDNATIVEPG_MISSING, "install CloudNativePG");

    api.installCloudNativePg();
    assertStarted("database");
  }

  /** With Auto it waits too: nobody would expect a StatefulSet because a kind is old. */
  @Test
  void wildFlyOperatorThatIsInstalledAndUpgradedAfterwardsStartsIt() {
    String change = "system: {application: {provisioner: WildFlyServer, pod: {nodeSelector: {}}}}";
    apply("operator", Experiments.with(Experiments.cart(api.namespace()), change));
    assertQueued("operator", Reason.PROVISIONER_MISSING, "install wildfly-operator");

    api.serveWithout(OperatorCrd.WILD_FLY_SERVER, "deactivateTransactionRecovery");
    assertQueued(
        "operator",
        Reason.PROVISIONER_OUTDATED,
        "unknown field \"spec.deactivateTransactionRecovery\"");
    String auto = "system: {application: {pod: {nodeSelector: {}}}}";
    apply("auto", Experiments.with(Experiments.cart(api.namespace()), auto));
    assertQueued(
        "auto",
        Reason.PROVISIONER_OUTDATED,
        "or set spec.system.application.provisioner to StatefulSet: ");

    api.serve(OperatorCrd.WILD_FLY_SERVER);
    assertStarted("operator");
    assertStarted("auto");
    assertThat(experiment("auto").getStatus().effective().provisioners())
        .containsEntry("application", Provisioner.WILD_FLY_SERVER);
  }

  @Test
  void aNameThatIsFreeAfterwardsStartsIt() {
    ScalabilityTrial foreign = trialOf("taken", List.of());
    apply("taken", Experiments.cart(api.namespace()));

    assertWaits("taken", Reason.NAME_TAKEN, "ScalabilityTrial taken-base-1");

    api.client().resource(foreign).delete();
    assertStarted("taken");
  }

  @Test
  void aTrialThatIsNotRemovedYetIsAwaited() {
    OwnerReference deleted =
        new OwnerReferenceBuilder()
            .withApiVersion("scalelab.dev/v1alpha1")
            .withKind("ScalabilityExperiment")
            .withName("again")
            .withUid("00000000-0000-0000-0000-000000000009")
            .build();
    ScalabilityTrial left = trialOf("again", List.of(deleted));
    apply("again", Experiments.cart(api.namespace()));

    assertWaits("again", Reason.QUEUED, "of an earlier experiment of this name");

    api.client().resource(left).delete();
    assertStarted("again");
  }

  private static ScalabilityTrial trialOf(String experiment, List<OwnerReference> owners) {
    ScalabilityTrial trial = new ScalabilityTrial();
    trial.setMetadata(
        new ObjectMetaBuilder()
            .withName(experiment + "-base-1")
            .withNamespace(api.namespace())
            .withOwnerReferences(owners)
            .build());
    trial.setSpec(new ScalabilityTrialSpec(experiment, "base", null, 1, 1, 1, "hash"));
    return api.client().resource(trial).create();
  }

  @Test
  void aCorrectedSpecIsTakenUp() {
    String change = "system: {balancer: {pod: {nodeSelector: {disk: none}}}}";
    apply("corrected", Experiments.with(Experiments.cart(api.namespace()), change));
    assertQueued("corrected", Reason.NO_MATCHING_NODE, "disk");

    ScalabilityExperiment corrected = experiment("corrected");
    Experiments.with(
        corrected, "system: {balancer: {pod: {nodeSelector: {scalelab.dev/role: load}}}}");
    corrected.getSpec().system().balancer().pod().nodeSelector().remove("disk");
    api.client().resource(corrected).update();

    assertStarted("corrected");
  }

  private void apply(String name, ScalabilityExperiment experiment) {
    Experiments.applied(api, name, experiment);
  }

  private void assertQueued(String name, Reason reason, String message) {
    assertWaits(name, reason, message);
    assertThat(trial(name)).isNull();
  }

  private void assertWaits(String name, Reason reason, String message) {
    assertThat(operator.pass(experiment(name))).as("looks again").isTrue();
    operator.pass(experiment(name));
    String version = experiment(name).getMetadata().getResourceVersion();
    operator.pass(experiment(name));
    assertThat(experiment(name).getMetadata().getResourceVersion())
        .as("what has not changed is not written again")
        .isEqualTo(version);
    assertThat(experiment(name).getStatus().phase()).isEqualTo(Phase.QUEUED);
    assertThat(experiment(name).getStatus().conditions())
        .filteredOn(condition -> condition.getType().equals("Accepted"))
        .singleElement()
        .satisfies(
            accepted -> {
              assertThat(accepted.getStatus()).isEqualTo("False");
              assertThat(accepted.getReason()).isEqualTo(reason.text());
              assertThat(accepted.getMessage()).contains(message);
            });
    assertThat(api.events(name))
        .as("reported once")
        .extracting(Event::getReason)
        .containsOnlyOnce(reason.text());
  }

  private void assertStarted(String name) {
    for (int pass = 0; pass < 5 && trial(name) == null; pass++) {
      operator.pass(experiment(name));
    }
    assertThat(trial(name)).as(experiment(name).getStatus().message()).isNotNull();
    operator.pass(experiment(name));
    assertThat(experiment(name).getStatus().phase()).isEqualTo(Phase.RUNNING);
    assertThat(experiment(name).getStatus().conditions())
        .filteredOn(condition -> condition.getType().equals("Accepted"))
        .extracting(Condition::getStatus)
        .containsExactly("True");
  }

  private ScalabilityExperiment experiment(String name) {
    return api.experiment(name);
  }

  private ScalabilityTrial trial(String name) {
    return api.trial(name + "-base-1");
  }
}
