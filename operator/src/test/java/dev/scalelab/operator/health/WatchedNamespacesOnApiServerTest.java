package dev.scalelab.operator.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Rights;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Ignore;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator with rights only in its namespaces, one of which was deleted. */
class WatchedNamespacesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String USER = "watching-operator";

  private KubernetesClient client;
  private Operator operator;
  private WatchedNamespaces namespaces;

  @BeforeEach
  void start() throws IOException {
    giveRights(api.namespace());
    Config config =
        new ConfigBuilder(api.client().getConfiguration()).withImpersonateUsername(USER).build();
    client = new KubernetesClientBuilder().withConfig(config).build();
    boolean stops =
        Boolean.parseBoolean(setting("quarkus.operator-sdk.stop-on-informer-error-during-startup"));
    operator =
        new Operator(
            overrider ->
                overrider
                    .withKubernetesClient(client)
                    .withStopOnInformerErrorDuringStartup(stops)
                    .withCacheSyncTimeout(Duration.ofSeconds(2)));
    namespaces = new WatchedNamespaces(operator);
  }

  @AfterEach
  void stop() {
    operator.stop();
    client.close();
  }

  @Test
  void theOthersAreServedAndItIsTakenUpWhenItIsBack() {
    String gone = api.namespace() + "-gone";
    operator.register(
        new Idle(), controller -> controller.settingNamespaces(Set.of(api.namespace(), gone)));

    operator.start();

    assertThat(namespaces.started()).isTrue();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> namespaces.served().contains(api.namespace()));
    assertThat(namespaces.notServed()).containsExactly(gone);
    assertThat(namespaces.stopped()).as("it is tried again").isEmpty();

    api.client()
        .resource(new NamespaceBuilder().withNewMetadata().withName(gone).endMetadata().build())
        .create();
    giveRights(gone);
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> namespaces.served().contains(gone) && namespaces.notServed().isEmpty());
  }

  private static String setting(String name) throws IOException {
    Properties properties = new Properties();
    try (InputStream file =
        WatchedNamespaces.class.getResourceAsStream("/application.properties")) {
      properties.load(file);
    }
    return properties.getProperty(name);
  }

  private static void giveRights(String namespace) {
    api.client()
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName(USER)
                .withNamespace(namespace)
                .endMetadata()
                .addNewRule()
                .withApiGroups("scalelab.dev")
                .withResources("scalabilityexperiments")
                .withVerbs("get", "list", "watch")
                .endRule()
                .build())
        .create();
    api.client()
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(USER)
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", USER)
                .addNewSubject("rbac.authorization.k8s.io", "User", USER, null)
                .build())
        .create();
    Rights.await(api.client(), USER, "list", "scalelab.dev", "scalabilityexperiments", namespace);
  }

  @Ignore // an operator that Quarkus wires for a test has only its own reconcilers
  private static final class Idle implements Reconciler<ScalabilityExperiment> {
    @Override
    public UpdateControl<ScalabilityExperiment> reconcile(
        ScalabilityExperiment experiment, Context<ScalabilityExperiment> context) {
      return UpdateControl.noUpdate();
    }
  }
}
