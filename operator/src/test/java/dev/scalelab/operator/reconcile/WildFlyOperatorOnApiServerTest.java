package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.LateClock;
import dev.scalelab.operator.support.OperatorCrd;
import dev.scalelab.operator.support.PlayedWildFlyOperator;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Complete experiments whose servers are created by a simulated wildfly-operator. */
class WildFlyOperatorOnApiServerTest {
  private static final String ANY_NODE = "system: {application: {pod: {nodeSelector: {}}}}";

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg().ofItsOwn();
  @RegisterExtension final Played played = new Played(api);

  private final Set<String> servers = new LinkedHashSet<>();
  private PlayedWildFlyOperator operator;

  @BeforeEach
  void install() {
    api.serve(OperatorCrd.WILD_FLY_SERVER);
    operator = new PlayedWildFlyOperator(api.client(), api.namespace());
  }

  @Test
  void eachConfigurationHasAWildFlyServerThatIsMeasuredAndRemoved() {
    ScalabilityExperiment ended = run("auto", cart(ANY_NODE), operator::play);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::replicas, row -> row.peakPerSecond() != null)
        .containsExactly(tuple(1, true), tuple(2, true));
    assertThat(ended.getStatus().effective().provisioners())
        .containsExactly(entry("application", Provisioner.WILD_FLY_SERVER));
    assertThat(ended.getStatus().effective().provisionerReason())
        .isEqualTo("this cluster serves WildFlyServer");
    assertThat(servers).containsExactly("auto-base-1-app", "auto-base-2-app");
    assertThat(left(ended)).as("what is left of the testbed").isEmpty();
  }

  @Test
  void theOtherProvisionerIsAVariant() {
    ScalabilityExperiment variants =
        cart(
            """
            variants:
            - name: operator
              system: {application: {provisioner: WildFlyServer, pod: {nodeSelector: {}}}}
            sweep: {replicas: [1]}
            """);

    ScalabilityExperiment ended = run("both", variants, operator::play);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().effective().provisioners())
        .containsExactly(
            entry("application", Provisioner.STATEFUL_SET),
            entry("application[operator]", Provisioner.WILD_FLY_SERVER));
    assertThat(ended.getStatus().effective().provisionerReason())
        .isEqualTo(
            "spec.system.application.pod.nodeSelector: a WildFlyServer cannot express it: set it to {},"
                + " so that servers may run on any node");
    assertThat(servers).containsExactly("both-operator-1-app");
    assertThat(left(ended)).as("what is left of the testbed").isEmpty();
  }

  @Test
  void whatAutoIsStaysWhenTheKindIsNoLongerServed() {
    ScalabilityExperiment experiment = Experiments.applied(api, "stays", cart(ANY_NODE));
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own = new Operator(client.client(), played.endpoints().prometheus());
      own.pass(now(experiment));
      own.pass(now(experiment));
      assertThat(now(experiment).getStatus().startTime()).isNotNull();

      api.remove(OperatorCrd.WILD_FLY_SERVER);
      Operator next = new Operator(client.client(), played.endpoints().prometheus());
      assertThatThrownBy(() -> next.pass(now(experiment))).hasMessageContaining("wildflyservers");
      assertThat(
              api.client()
                  .apps()
                  .statefulSets()
                  .inNamespace(api.namespace())
                  .withName("stays-base-1-app")
                  .get())
          .as("servers of the other provisioner")
          .isNull();

      api.serve(OperatorCrd.WILD_FLY_SERVER);
      next.pass(now(experiment));
      assertThat(operator.server("stays-base-1-app")).isNotNull();
      assertThat(now(experiment).getStatus().effective().provisioners())
          .containsExactly(entry("application", Provisioner.WILD_FLY_SERVER));
    }
    api.client().resource(now(experiment)).delete();
  }

  @Test
  void whatAutoIsStaysWhenTheOperatorIsKilledAtTheStart() {
    ScalabilityExperiment experiment = Experiments.applied(api, "killed", cart(ANY_NODE));
    try (MortalClient client =
        new MortalClient(api.client(), played.endpoints()).dyingAfterEachWrite()) {
      for (int pass = 0; pass < 10 && !started(experiment); pass++) {
        client.revive();
        Operator killed = new Operator(client.client(), played.endpoints().prometheus());
        catchThrowable(() -> killed.pass(now(experiment)));
      }
    }
    assertThat(started(experiment)).isTrue();
    assertThat(api.trial("killed-base-1")).as("what is written next").isNull();

    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator next = new Operator(client.client(), played.endpoints().prometheus());
      for (int pass = 0; pass < 10 && operator.server("killed-base-1-app") == null; pass++) {
        next.pass(now(experiment));
      }
    }
    assertThat(operator.server("killed-base-1-app")).isNotNull();
    assertThat(now(experiment).getStatus().effective().provisionerReason())
        .isEqualTo("this cluster serves WildFlyServer");
    api.client().resource(now(experiment)).delete();
  }

  @Test
  void aVersionWithoutAFieldThatComesAfterTheStartFailsTheTrialWithWhatToDo() {
    ScalabilityExperiment late =
        Experiments.applied(api, "downgraded", cart(ANY_NODE + "\nsweep: {replicas: [1]}"));
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own = new Operator(client.client(), played.endpoints().prometheus());
      for (int pass = 0; pass < 5 && !started(late); pass++) {
        own.pass(now(late));
      }
      assertThat(operator.server("downgraded-base-1-app")).as("what is deployed next").isNull();

      api.serveWithout(OperatorCrd.WILD_FLY_SERVER, "deactivateTransactionRecovery");
      for (int pass = 0; pass < 5 && now(late).getStatus().configurations() == null; pass++) {
        own.pass(now(late));
      }
    }
    assertThat(now(late).getStatus().configurations())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.reason()).isEqualTo(Reason.PROVISIONER_OUTDATED);
              assertThat(row.message())
                  .startsWith("spec.system.application: the wildfly.org/v1alpha1 WildFlyServer of")
                  .contains("or set spec.system.application.provisioner to StatefulSet: ")
                  .contains("unknown field \"spec.deactivateTransactionRecovery\"");
            });
    api.client().resource(now(late)).delete();
  }

  @Test
  void anOperatorThatDoesNotActFailsTheTrialAtItsDeadlineWithTheReason() {
    ScalabilityExperiment idle =
        Experiments.applied(api, "idle", cart(ANY_NODE + "\nsweep: {replicas: [1]}"));
    AtomicReference<Duration> late = new AtomicReference<>(Duration.ZERO);
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own =
          new Operator(client.client(), played.endpoints().prometheus(), new LateClock(late::get));
      for (int pass = 0; pass < 10 && operator.server("idle-base-1-app") == null; pass++) {
        own.pass(now(idle));
      }
      GenericKubernetesResource server = operator.server("idle-base-1-app");
      operator.warn(server, "WildFlyProcessingError", "Bootable JAR is not possible");
      late.set(Duration.ofSeconds(599));
      own.pass(now(idle));
      assertThat(now(idle).getStatus().phase()).isEqualTo(Phase.RUNNING);
      assertThat(now(idle).getStatus().configurations()).isNull();

      late.set(Duration.ofSeconds(620));
      own.pass(now(idle));
      own.pass(now(idle));

      ConfigurationResult row = now(idle).getStatus().configurations().get(0);
      assertThat(row.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
      assertThat(row.message())
          .startsWith("the servers not ready after 600 s: ")
          .contains("wildfly-operator has not created their StatefulSet idle-base-1-app")
          .endsWith("WildFlyProcessingError: Bootable JAR is not possible");
    }
    api.client().resource(now(idle)).delete();
  }

  @Test
  void aDeletionThatHangsIsReportedAtItsDeadlineWithTheOperatorsState() {
    ScalabilityExperiment hangs =
        Experiments.applied(api, "hangs", cart(ANY_NODE + "\nsweep: {replicas: [1]}"));
    AtomicReference<Duration> late = new AtomicReference<>(Duration.ZERO);
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own =
          new Operator(client.client(), played.endpoints().prometheus(), new LateClock(late::get));
      for (int pass = 0; pass < 10 && operator.server("hangs-base-1-app") == null; pass++) {
        own.pass(now(hangs));
      }
      GenericKubernetesResource server = operator.server("hangs-base-1-app");
      operator.report(
          server, List.of(PlayedWildFlyOperator.pod("hangs-base-1-app-0", "SCALING_DOWN_CLEAN")));
      operator.warn(server, "WildFlyServerScaledown", "Recovery slowed it down");
      finalizers(server, List.of("example.org/held"));
      late.set(Duration.ofSeconds(620));
      own.pass(now(hangs));
      own.pass(now(hangs));
      late.set(Duration.ofSeconds(590)); // after the deletion, whose time is the API server's
      own.pass(now(hangs));
      assertThat(messages("hangs", Reason.TESTBED_NOT_GONE)).isEmpty();

      late.set(Duration.ofSeconds(620));
      own.pass(now(hangs));
      assertThat(messages("hangs", Reason.TESTBED_NOT_GONE))
          .singleElement()
          .asString()
          .contains(
              "still existed 600 s after the deletion, for example WildFlyServer hangs-base-1-app; wildfly-operator reports 1 SCALING_DOWN_CLEAN (hangs-base-1-app-0): WildFlyServerScaledown: Recovery slowed it down; list them: ")
          .contains(",wildflyservers.wildfly.org ");
      finalizers(server, List.of());
    }
    api.client().resource(now(hangs)).delete();
  }

  private static List<String> messages(String experiment, Reason reason) {
    return api.events(experiment).stream()
        .filter(event -> event.getReason().equals(reason.text()))
        .map(Event::getMessage)
        .toList();
  }

  private void finalizers(GenericKubernetesResource server, List<String> all) {
    GenericKubernetesResource now = operator.server(server.getMetadata().getName());
    now.getMetadata().setFinalizers(all);
    api.client().resource(now).update();
  }

  private ScalabilityExperiment run(String name, ScalabilityExperiment experiment, Runnable play) {
    return PlayedExperiment.run(
        api.client(),
        played.endpoints(),
        played.cluster(),
        Experiments.applied(api, name, experiment),
        () -> {
          operator.servers().stream()
              .map(server -> server.getMetadata().getName())
              .filter(server -> server.startsWith(name + "-"))
              .forEach(servers::add);
          play.run();
        });
  }

  private static ScalabilityExperiment cart(String change) {
    return Experiments.with(
        Experiments.closed(Experiments.cart(api.namespace()), 20, 40, 20), change);
  }

  private static boolean started(ScalabilityExperiment experiment) {
    ScalabilityExperiment now = now(experiment);
    return now.getStatus() != null && now.getStatus().startTime() != null;
  }

  private static ScalabilityExperiment now(ScalabilityExperiment experiment) {
    return api.client().resource(experiment).get();
  }

  private List<String> left(ScalabilityExperiment experiment) {
    List<HasMetadata> left = new ArrayList<>(operator.servers());
    left.addAll(api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems());
    left.addAll(api.client().services().inNamespace(api.namespace()).list().getItems());
    return left.stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(experiment.getMetadata().getName() + "-"))
        .toList();
  }
}
