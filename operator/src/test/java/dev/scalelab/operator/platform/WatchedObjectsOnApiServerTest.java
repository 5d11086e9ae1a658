package dev.scalelab.operator.platform;

import static dev.scalelab.operator.platform.WatchedKinds.CONFIG_MAPS;
import static dev.scalelab.operator.platform.WatchedKinds.JOBS;
import static dev.scalelab.operator.platform.WatchedKinds.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.CountingClient;
import dev.scalelab.operator.support.Rights;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects that are read from a watch instead of from the API server. */
class WatchedObjectsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  private static final ResourceDefinitionContext CLUSTERS =
      new ResourceDefinitionContext.Builder()
          .withGroup("postgresql.cnpg.io")
          .withVersion("v1")
          .withKind("Cluster")
          .withPlural("clusters")
          .withNamespaced(true)
          .build();

  private static final WatchedKind<GenericKubernetesResource> KIND = WatchedKind.of(CLUSTERS);

  private final List<String> woken = new CopyOnWriteArrayList<>();
  private CountingClient client;
  private WatchedObjects objects;

  @BeforeEach
  void start() {
    client = new CountingClient(api.client());
    objects = new WatchedObjects(client.client(), Timing.ofMachine());
    objects.start(List.of(api.namespace()), (namespace, experiment) -> woken.add(experiment));
    await("the watches", () -> objects.follows(api.namespace()));
  }

  @AfterEach
  void stop() {
    objects.stop();
    client.close();
    api.client().pods().inNamespace(api.namespace()).withGracePeriod(0).delete();
  }

  @Test
  void whatIsWatchedIsReadWithoutARequest() {
    created("small-0", "small");
    await("the pod", () -> objects.list(PODS, api.namespace(), of("small")).size() == 1);
    int before = client.requests();

    assertThat(objects.get(PODS, api.namespace(), "small-0")).isNotNull();
    assertThat(objects.list(PODS, api.namespace(), of("small"))).hasSize(1);
    assertThat(objects.list(PODS, api.namespace(), of("other"))).isEmpty();
    assertThat(client.requests()).isEqualTo(before);
  }

  @Test
  void anObjectThatTheWatchHasNotSeenYetIsAskedFor() {
    for (int i = 0; i < 20; i++) { // each is asked for at once
      created("new-" + i, "small");
      assertThat(objects.get(PODS, api.namespace(), "new-" + i)).isNotNull();
    }
    assertThat(objects.get(JOBS, api.namespace(), "none")).isNull();
  }

  @Test
  void ofAPodOnlyIsKeptWhatIsRead() {
    created("small-0", "small");
    await("the pod", () -> objects.list(PODS, api.namespace(), of("small")).size() == 1);
    Pod stored = api.client().pods().inNamespace(api.namespace()).withName("small-0").get();

    Pod kept = objects.list(PODS, api.namespace(), of("small")).get(0);

    assertThat(length(kept)).isLessThan(length(stored) / 2);
    assertThat(kept.getMetadata().getUid()).isEqualTo(stored.getMetadata().getUid());
    assertThat(kept.getSpec().getContainers().get(0).getImage()).isEqualTo("server");
    assertThat(kept.getSpec().getContainers().get(0).getEnv()).isEmpty();
    assertThat(MainContainer.of(kept)).isEqualTo("server");
    assertThat(kept.getMetadata().getAnnotations()).hasSize(1);
  }

  @Test
  void aChangeWakesItsExperimentAndAnotherLabelDoesNot() {
    created("small-0", "small");
    await("its creation", () -> woken.contains("small"));
    woken.clear();

    pod("small-0")
        .edit(pod -> new PodBuilder(pod).editMetadata().addToLabels("a", "b").and().build());
    pod("small-0")
        .editStatus(pod -> new PodBuilder(pod).editStatus().withPhase("Running").and().build());
    await("its new phase", () -> !woken.isEmpty());
    assertThat(woken).containsExactly("small");

    pod("small-0").withGracePeriod(0).delete();
    await("its deletion", () -> woken.size() > 1);
    await("the watch", () -> objects.list(PODS, api.namespace(), of("small")).isEmpty());
    assertThat(objects.get(PODS, api.namespace(), "small-0")).isNull();
  }

  @Test
  void whatIsOfNoTestbedIsNotKept() {
    api.client().resource(pod("users", Map.of("app", "users"))).create();
    created("small-1", "small");
    await("the other", () -> objects.list(PODS, api.namespace(), Map.of()).size() == 1);
    await("its creation", () -> !woken.isEmpty());

    assertThat(woken).containsOnly("small");
  }

  @Test
  void aNamespaceThatIsNotWatchedIsReadFromTheApiServer() {
    created("small-0", "small");
    objects.stop();

    assertThat(objects.follows(api.namespace())).isFalse();
    assertThat(objects.list(PODS, api.namespace(), of("small"))).hasSize(1);
  }

  /** As with a Role of an older chart. */
  @Test
  void whatMayOnlyBeListedIsListed() {
    allow("listing-operator", List.of("list"), "pods");
    created("small-0", "small");
    as(
        "listing-operator",
        read -> {
          for (int i = 0; i < 20; i++) { // also when the list has succeeded, and the watch failed
            assertThat(read.follows(PODS, api.namespace())).isFalse();
            assertThat(read.list(PODS, api.namespace(), of("small"))).hasSize(1);
          }
        });
  }

  @Test
  void aKindThatMayNotBeWatchedHasToBeLookedAtAndNoOther() {
    allow(
        "watching-operator",
        List.of("list", "watch"),
        "pods",
        "services",
        "jobs",
        "deployments",
        "statefulsets");
    allow("watching-operator-lists", "watching-operator", List.of("list"), "configmaps");
    created("small-0", "small");
    as(
        "watching-operator",
        read -> {
          await("the other watches", () -> read.follows(api.namespace()));
          await("pods", () -> read.follows(PODS, api.namespace()));

          assertThat(read.reading(() -> read.list(PODS, api.namespace(), of("small"))))
              .satisfies(reading -> assertThat(reading.value()).hasSize(1))
              .satisfies(reading -> assertThat(reading.reported()).isTrue());
          assertThat(read.reading(() -> read.list(CONFIG_MAPS, api.namespace(), of("small"))))
              .satisfies(reading -> assertThat(reading.reported()).isFalse());
        });
  }

  /** Watches with the rights of a user. */
  private static void as(String user, Consumer<WatchedObjects> test) {
    Config config =
        new ConfigBuilder(api.client().getConfiguration()).withImpersonateUsername(user).build();
    try (KubernetesClient limited = new KubernetesClientBuilder().withConfig(config).build()) {
      WatchedObjects read = new WatchedObjects(limited, Timing.ofMachine());
      read.start(List.of(api.namespace()), (namespace, experiment) -> {});
      test.accept(read);
      read.stop();
    }
  }

  private static void allow(String user, List<String> verbs, String... resources) {
    allow(user, user, verbs, resources);
  }

  private static void allow(String role, String user, List<String> verbs, String... resources) {
    api.client()
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName(role)
                .withNamespace(api.namespace())
                .endMetadata()
                .addNewRule()
                .withApiGroups("", "apps", "batch")
                .withResources(resources)
                .withVerbs(verbs)
                .endRule()
                .build())
        .create();
    api.client()
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(role)
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", role)
                .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                .build())
        .create();
    for (String verb : verbs) {
      for (String resource : resources) {
        Rights.await(api.client(), user, verb, "", resource, api.namespace());
      }
    }
  }

  @Test
  void aKindOfAnotherOperatorIsWatchedFromWhenAnObjectIsFound() {
    assertThat(objects.get(KIND, api.namespace(), "small-db")).isNull();
    api.installCloudNativePg();
    GenericKubernetesResource database =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("postgresql.cnpg.io/v1")
            .withKind("Cluster")
            .withNewMetadata()
            .withNamespace(api.namespace())
            .withName("small-db")
            .withLabels(labels("small"))
            .endMetadata()
            .build();
    database.setAdditionalProperty(
        "spec", Map.of("instances", 1, "storage", Map.of("size", "1Gi")));
    Awaitility.await()
        .ignoreExceptions()
        .atMost(Duration.ofMinutes(2))
        .until(() -> api.client().resource(database).create() != null);

    assertThat(objects.get(KIND, api.namespace(), "small-db")).isNotNull();
    await("its watch", () -> objects.follows(KIND, api.namespace()));

    GenericKubernetesResource kept = objects.list(KIND, api.namespace(), of("small")).get(0);
    assertThat(kept.<Integer>get("spec", "instances")).isEqualTo(1);
    assertThat(kept.<Object>get("spec", "storage")).isNull();
  }

  @Test
  void beforeAFinalConclusionEverythingIsReadFromTheApiServer() {
    created("small-0", "small");
    await("the pod", () -> objects.list(PODS, api.namespace(), of("small")).size() == 1);
    int before = client.requests();

    objects.fromApiServer(() -> objects.list(PODS, api.namespace(), of("small")));
    assertThat(client.requests()).isEqualTo(before + 1);
    objects.fromApiServer(() -> objects.get(PODS, api.namespace(), "small-0"));
    assertThat(client.requests()).isEqualTo(before + 2);
    objects.get(PODS, api.namespace(), "small-0");
    assertThat(client.requests()).as("and later not").isEqualTo(before + 2);
  }

  private static int length(Pod pod) {
    return api.client().getKubernetesSerialization().asJson(pod).length();
  }

  private static PodResource pod(String name) {
    return api.client().pods().inNamespace(api.namespace()).withName(name);
  }

  private static void created(String name, String experiment) {
    api.client().resource(pod(name, labels(experiment))).create();
  }

  private static Map<String, String> of(String experiment) {
    return Map.of(Labels.EXPERIMENT, experiment);
  }

  private static Map<String, String> labels(String experiment) {
    return Labels.shared(experiment, Tier.APPLICATION);
  }

  private static Pod pod(String name, Map<String, String> labels) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(api.namespace())
        .withLabels(labels)
        .addToAnnotations(MainContainer.ANNOTATION, "server")
        .addToAnnotations("a-policy/seen", "yes")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("server")
        .withImage("server")
        .addNewEnv()
        .withName("JAVA_OPTS")
        .withValue("-Xmx384m")
        .endEnv()
        .endContainer()
        .endSpec()
        .build();
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
